import { useMutation } from '@apollo/client/react'
import {
  AddLeadNoteDocument,
  type LeadDetailsFragment,
  type LeadRowFragment,
  type UpdateLeadInput,
  UpdateLeadWorkDocument,
} from '../../../gql/graphql.ts'
import { toastSuccess, toastUndo } from '../../../lib/toasts.ts'
import { useBusy } from '../../../lib/useBusy.ts'
import { toastReason } from '../../../session/failureToasts.ts'
import { submitContext } from '../../../session/outbox/useSubmit.ts'
import { useChangeLead } from '../useChangeLead.ts'
import { useSaveLeadStage } from '../useSaveLeadStage.ts'

/** Fields of a lead as they are shown. */
export type LeadEdit = Omit<UpdateLeadInput, 'assignedTo' | 'ifVersion'> & {
  assignedTo?: LeadRowFragment['assignedTo']
}

/**
 * Changes of the work on a lead: each is saved at once and can be undone, or waits on this device. `onSaved` is called after each that
 * the server has.
 */
export function useLeadWork({ id }: LeadDetailsFragment, onSaved: () => void) {
  const [update] = useMutation(UpdateLeadWorkDocument)
  const [addNoteMutation] = useMutation(AddLeadNoteDocument)
  // Until the outbox has stored the answer, because a refused note returns to its field only then.
  const adding = useBusy()
  const changeLead = useChangeLead()
  const saveStage = useSaveLeadStage()

  /** Resolves to whether the change is saved, here or on the server, and calls `onDone` if the server has it. */
  const report = async (change: Promise<unknown>, failure: string, onDone: () => void): Promise<boolean> => {
    try {
      if ((await change) === 'waiting') return true
      onDone()
      onSaved()
      return true
    } catch (error) {
      toastReason(error, failure)
      return false
    }
  }
  /** `before` are the values that an undo saves again. */
  const save = async ({ assignedTo, ...facts }: LeadEdit, before?: LeadEdit): Promise<void> => {
    const input = { ...facts, ...(assignedTo !== undefined && { assignedTo: assignedTo?.id ?? null }) }
    const saved = changeLead(
      id,
      { kind: 'LEAD_WORK', leadWork: { leadId: id, ...input } },
      () => update({ variables: { id, input }, context: submitContext() }),
      { assignedTo },
    )
    await report(saved, 'Failed to update the lead', () => {
      if (before) toastUndo('Lead updated', () => void save(before), { id: 'lead-work' })
    })
  }
  return {
    save,
    setStage: (stage: LeadRowFragment['stage']) =>
      report(saveStage(id, stage), 'Failed to update the stage', () => toastSuccess('Lead stage updated')),
    /** Resolves to whether the note was added. */
    addNote: (text: string): Promise<boolean> => {
      const added = changeLead(id, { kind: 'LEAD_NOTE', leadNote: { leadId: id, text } }, (actionId) =>
        addNoteMutation({ variables: { leadId: id, text, id: actionId }, context: submitContext() }),
      )
      return adding.run(() => report(added, 'Failed to add the note', () => toastSuccess('Note added')))
    },
    isAddingNote: adding.busy,
  }
}
