import { Check, Minus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { classNames } from './classNames.ts'

interface CheckboxProps {
  /** The accessible name. It is not visible. */
  label: string
  /** 'mixed' if only some of the items that it represents are checked. */
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** A native checkbox with custom styling and a larger click area. */
export function Checkbox({ label, checked, onChange, disabled = false, className }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  const isMixed = checked === 'mixed'
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed
  }, [isMixed])
  const Mark = isMixed ? Minus : Check
  return (
    <span
      className={classNames(
        'relative inline-flex size-8 shrink-0 items-center justify-center max-md:size-12',
        className,
      )}
    >
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked === true}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute inset-0 cursor-pointer appearance-none rounded-badge opacity-0 disabled:cursor-default"
      />
      <span
        aria-hidden
        className={classNames(
          'flex size-[18px] items-center justify-center rounded-[5px] border outline-offset-2 outline-focus transition-colors peer-focus-visible:outline-2 peer-disabled:opacity-50 max-md:size-[22px]',
          checked ? 'border-ink bg-ink text-on-ink' : 'border-field bg-surface',
        )}
      >
        {checked && <Mark size={13} strokeWidth={3} />}
      </span>
    </span>
  )
}
