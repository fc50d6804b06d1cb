import { useState } from 'react'
import type { PropertyType } from '../../../gql/graphql.ts'
import { pluralize } from '../../../lib/numbers.ts'
import { toastError } from '../../../lib/toasts.ts'
import { useBusy } from '../../../lib/useBusy.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { TypeChoice } from '../../../domain/TypeChoice.tsx'
import { useBulkChange } from './useBulkChange.ts'

interface RetagDialogProps {
  ids: readonly string[]
  /** Called after the tags are changed. */
  onDone: () => void
  onClose: () => void
}

/** Batch Modify Tags: sets one tag on all selected leads. */
export function RetagDialog({ ids, onDone, onClose }: RetagDialogProps) {
  const [tag, setTag] = useState<PropertyType | null>(null)
  const { busy, run } = useBusy()
  const changeLeads = useBulkChange()
  const update = async () => {
    if (!tag || ids.length === 0) return toastError('Please select leads and choose a new tag')
    if (await run(() => changeLeads(ids, { field: 'tag', value: tag }))) onDone()
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
