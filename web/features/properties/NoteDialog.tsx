import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { UpdatePropertyDocument } from '../../gql/graphql.ts'
import { conflictOf } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextArea } from '../../ui/Field.tsx'

interface SavedNotes {
  notes?: string | null
  version: number
}

interface NoteDialogProps {
  property: { id: string } & SavedNotes
  /** The street, below the title. */
  street: string
  onClose: () => void
}

/** Adds a line to the notes of a property. */
export function NoteDialog({ property, street, onClose }: NoteDialogProps) {
  const [note, setNote] = useState('')
  const [update, { loading: busy }] = useMutation(UpdatePropertyDocument)
  const save = async () => {
    if (!note.trim()) return toastError('Write a note first')
    if (await toastOutcome(addTo(property), 'Note added', 'Failed to add the note')) onClose()
  }
  /** Adds the line to these notes, or to what somebody else has saved since. */
  const addTo = async ({ notes, version }: SavedNotes): Promise<unknown> => {
    const input = { notes: [notes, note.trim()].filter(Boolean).join('\n'), ifVersion: version }
    try {
      return await update({ variables: { id: property.id, input } })
    } catch (error) {
      const saved = conflictOf<SavedNotes>(error)
      if (!saved) throw error
      return addTo(saved)
    }
  }
  return (
    <FormDialog
      title="Add note"
      description={street}
      onSubmit={save}
      onClose={onClose}
      busy={busy}
      action="Add note"
      busyAction="Saving..."
    >
      <TextArea label="Note" value={note} onChange={(event) => setNote(event.target.value)} disabled={busy} />
    </FormDialog>
  )
}
