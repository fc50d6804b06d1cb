import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { UpdatePropertyDocument } from '../../gql/graphql.ts'
import { toastError } from '../../lib/toasts.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextArea } from '../../ui/Field.tsx'

interface NoteDialogProps {
  property: { id: string; notes?: string | null }
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
    const notes = [property.notes, note.trim()].filter(Boolean).join('\n')
    const saved = update({ variables: { id: property.id, input: { notes } } })
    if (await toastOutcome(saved, 'Note added', 'Failed to add the note')) onClose()
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
