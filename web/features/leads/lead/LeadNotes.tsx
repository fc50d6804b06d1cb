import { useState } from 'react'
import type { LeadDetailsFragment } from '../../../gql/graphql.ts'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { toastError } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextArea } from '../../../ui/Field.tsx'
import type { useLeadWork } from './useLeadWork.ts'

/** The field for a new note, which the button at the bottom of a lead focuses. */
export const NOTE_FIELD_ID = 'lead-note'

interface LeadNotesProps {
  lead: LeadDetailsFragment
  work: Pick<ReturnType<typeof useLeadWork>, 'addNote' | 'isAddingNote'>
  /** Without it, the section is absent until there is a note. */
  hasField: boolean
}

/** The notes of a lead with author and time, newest first, and a field for another. */
export function LeadNotes({ lead, work, hasField }: LeadNotesProps) {
  const [text, setText] = useState('')
  const submit = async () => {
    if (!text.trim()) return toastError('Write a note first')
    // It is among the notes at once.
    setText('')
    if (!(await work.addNote(text))) setText(text)
  }
  if (!hasField && lead.notes.edges.length === 0) return null
  return (
    <section aria-label="Notes" className="mt-5">
      <h3 className="text-section">Notes</h3>
      {hasField && (
        <form
          className="mt-2"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextArea
            id={NOTE_FIELD_ID}
            label="Add a note"
            rows={2}
            maxLength={2_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
            disabled={work.isAddingNote}
          />
          <Button type="submit" className="mt-2" busy={work.isAddingNote} busyLabel="Saving...">
            Save Note
          </Button>
        </form>
      )}
      <ol className="mt-3 space-y-3">
        {lead.notes.edges.map(({ node }) => (
          <li key={node.id}>
            <p className="break-words whitespace-pre-wrap">{node.text}</p>
            <p className="text-small text-ink-2">
              {node.author?.fullName ?? 'Former user'} ·{' '}
              <time dateTime={node.createdAt}>
                {formatDate(node.createdAt)}, {formatTime(node.createdAt)}
              </time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
