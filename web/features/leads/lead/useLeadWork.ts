import { useMutation } from '@apollo/client/react'
import { v7 as uuidv7 } from 'uuid'
import {
  AddLeadNoteDocument,
  type LeadDetailsFragment,
  SetLeadStageDocument,
  UpdateLeadWorkDocument,
  type UpdateLeadInput,
} from '../../../gql/graphql.ts'
import { toastUndo } from '../../../lib/toasts.ts'
import { toastOutcome, toastReason } from '../../../session/failureToasts.ts'

/** Changes of the work on a lead: each is saved at once and can be undone. `onSaved` is called after each. */
export function useLeadWork(lead: LeadDetailsFragment, onSaved: () => void) {
  const [update] = useMutation(UpdateLeadWorkDocument)
  const [addNoteMutation, { loading: isAddingNote }] = useMutation(AddLeadNoteDocument)
  const [setStageMutation] = useMutation(SetLeadStageDocument)
  const { id } = lead

  /** `before` are the values that an undo saves again. */
  const save = async (input: UpdateLeadInput, before?: UpdateLeadInput): Promise<void> => {
    try {
      await update({ variables: { id, input } })
      if (before) toastUndo('Lead updated', () => void save(before), { id: 'lead-work' })
      onSaved()
    } catch (error) {
      toastReason(error, 'Failed to update the lead')
    }
  }
  return {
    save,
    setStage: async (stageId: string | null) => {
      const saved = setStageMutation({ variables: { ids: [id], stageId } })
      if (await toastOutcome(saved, 'Lead stage updated', 'Failed to update the stage')) onSaved()
    },
    /** Resolves to whether the note was added. */
    addNote: async (text: string): Promise<boolean> => {
      const added = addNoteMutation({ variables: { leadId: id, text, id: uuidv7() } })
      const isAdded = await toastOutcome(added, 'Note added', 'Failed to add the note')
      if (isAdded) onSaved()
      return isAdded
    },
    isAddingNote,
  }
}
