import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { type PropertyType, RetagLeadsDocument } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastError } from '../../lib/toasts.ts'
import { toastFailure, toastOutcome } from '../../session/failureToasts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TypeChoice } from '../../domain/TypeChoice.tsx'
import { useNotifyLeadsChanged } from './LeadsLiveProvider.tsx'

interface RetagDialogProps {
  ids: readonly string[]
  /** Called after the tags are changed. */
  onDone: () => void
  onClose: () => void
}

/** Batch Modify Tags: sets one tag on all selected leads. */
export function RetagDialog({ ids, onDone, onClose }: RetagDialogProps) {
  const [tag, setTag] = useState<PropertyType | null>(null)
  const [retag, { loading: busy }] = useMutation(RetagLeadsDocument)
  const changed = useNotifyLeadsChanged()
  const update = async () => {
    if (!tag || ids.length === 0) return toastError('Please select leads and choose a new tag')
    const retagged = retag({ variables: { ids: [...ids], tag } })
    if (!(await toastOutcome(retagged, 'Lead tags updated', 'Failed to update lead tags', toastFailure))) return
    changed()
    onDone()
  }
  return (
    <FormDialog
      onSubmit={update}
      onClose={onClose}
      busy={busy}
      title="Batch Modify Tags"
      description={pluralize(ids.length, 'lead')}
      action="Update Tags"
      busyAction="Updating..."
    >
      <TypeChoice label="New Tag" isRequired disabled={busy} value={tag} onChange={setTag} />
    </FormDialog>
  )
}
