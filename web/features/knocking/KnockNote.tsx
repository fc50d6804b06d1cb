import { StickyNote } from 'lucide-react'
import { type SubmitEventHandler, useState } from 'react'
import { toastError } from '../../lib/toasts.ts'
import { Spinner } from '../../ui/Spinner.tsx'

const MAX_NOTE_LENGTH = 1000

interface KnockNoteProps {
  /** Receives the text without spaces around it. The text stays in the field until the promise resolves, and after a failure. */
  onNote: (text: string) => void | Promise<void>
}

/** A field for a note at the door. Enter or Save saves it. */
export function KnockNote({ onNote }: KnockNoteProps) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const note = text.trim()
  const save: SubmitEventHandler = async (event) => {
    event.preventDefault()
    if (!note || busy) return
    setBusy(true)
    try {
      await onNote(note)
      setText('')
    } catch {
      toastError('The note could not be saved. Try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={save}
      className="relative flex h-13 min-w-0 flex-1 items-center rounded-phone-card border border-field bg-surface focus-within:border-2 focus-within:border-focus"
    >
      <StickyNote aria-hidden size={20} className="pointer-events-none absolute left-3.5 text-ink-2" />
      <input
        aria-label="Add a note"
        placeholder="Add a note"
        value={text}
        maxLength={MAX_NOTE_LENGTH}
        readOnly={busy}
        enterKeyHint="done"
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        className="h-full min-w-0 flex-1 rounded-[inherit] bg-transparent pl-11 text-[1rem] outline-none"
      />
      {note && (
        <button
          type="submit"
          disabled={busy}
          className="flex h-full min-w-16 items-center justify-center px-3 font-semibold text-accent-ink"
        >
          {busy ? <Spinner size={18} /> : 'Save'}
        </button>
      )}
    </form>
  )
}
