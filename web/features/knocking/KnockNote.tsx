import { StickyNote } from 'lucide-react'

const MAX_NOTE_LENGTH = 1000

interface KnockNoteProps {
  text: string
  onChange: (text: string) => void
  /** Saves the note with the knock that was logged here. Absent while there is none: the note goes with the next outcome. */
  onSave?: (() => void) | undefined
  /** The rep is about to write. */
  onFocus: () => void
}

/** A field for a note at the door. It goes with the outcome that is tapped next, or to the knock that was just logged. */
export function KnockNote({ text, onChange, onSave, onFocus }: KnockNoteProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) onSave?.()
      }}
      className="relative flex h-13 min-w-0 flex-1 items-center rounded-phone-card border border-field bg-surface focus-within:border-2 focus-within:border-focus"
    >
      <StickyNote aria-hidden size={20} className="pointer-events-none absolute left-3.5 text-ink-2" />
      <input
        aria-label="Add a note"
        placeholder="Add a note"
        value={text}
        maxLength={MAX_NOTE_LENGTH}
        enterKeyHint="done"
        autoComplete="off"
        onFocus={onFocus}
        onChange={({ target }) => onChange(target.value)}
        className="h-full min-w-0 flex-1 rounded-[inherit] bg-transparent pl-11 text-[1rem] outline-none"
      />
      {onSave && text.trim() && (
        <button
          type="submit"
          className="flex h-full min-w-16 items-center justify-center px-3 font-semibold text-accent-ink"
        >
          Save
        </button>
      )}
    </form>
  )
}
