import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

interface InlineFieldProps {
  /** The accessible name of the field. */
  label: string
  /** What is shown; null if there is no value. */
  display: ReactNode
  /** Shown without a value: 'Add value'. */
  placeholder: string
  /** The text that is edited. */
  value: string
  type?: 'text' | 'tel' | 'email' | 'number' | 'datetime-local'
  /** Makes the field a select. */
  options?: readonly { value: string; label: string }[]
  maxLength?: number
  onSave: (value: string) => void
}

const boxClasses = 'field-box h-9 w-full min-w-0 px-2 text-body max-md:h-12'

/** A value that becomes a field when it is pressed. Enter, or leaving the field, saves it; Esc does not. */
export function InlineField({
  label,
  display,
  placeholder,
  value,
  type = 'text',
  options,
  maxLength,
  onSave,
}: InlineFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  const isEditing = draft !== null
  useEffect(() => {
    if (isEditing || !returnsFocus.current) return
    returnsFocus.current = false
    button.current?.focus()
  }, [isEditing])

  const end = (next: string | null, keepsFocus: boolean) => {
    returnsFocus.current = keepsFocus
    setDraft(null)
    if (next !== null && next.trim() !== value) onSave(next.trim())
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') end(draft, true)
    else if (event.key === 'Escape') end(null, true)
    else return
    event.preventDefault()
  }
  if (!isEditing)
    return (
      <button
        ref={button}
        type="button"
        onClick={() => setDraft(value)}
        className="-mx-2 min-h-8 max-w-full rounded-button px-2 text-left break-words hover:bg-hover max-md:min-h-12"
      >
        <span className="sr-only">{label}, edit: </span>
        {display ?? <span className="text-ink-2">{placeholder}</span>}
      </button>
    )
  const shared = {
    'aria-label': label,
    'data-inline-edit': '',
    autoFocus: true,
    className: boxClasses,
    onKeyDown: handleKey,
    onBlur: () => end(draft, false),
  }
  if (options)
    return (
      <select {...shared} value={draft} onChange={({ target }) => setDraft(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  return (
    <input
      {...shared}
      type={type}
      step={type === 'number' ? '0.01' : undefined}
      min={type === 'number' ? 0 : undefined}
      maxLength={maxLength}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
    />
  )
}
