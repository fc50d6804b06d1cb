import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'

interface SwitchProps {
  /** The label, to the left of the switch. */
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** A native checkbox with the role of a switch. */
export function Switch({ children, checked, onChange, disabled = false, className }: SwitchProps) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-9 cursor-pointer items-center gap-2.5 font-[550] select-none max-md:min-h-12',
        className,
      )}
    >
      {children}
      <span className="relative inline-flex">
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the checkbox tells its state itself
          role="switch"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute inset-0 cursor-pointer appearance-none opacity-0"
        />
        <span
          aria-hidden
          className={classNames(
            'h-5 w-[34px] rounded-full p-0.5 outline-offset-2 outline-focus transition-colors peer-focus-visible:outline-2 peer-disabled:opacity-50',
            checked ? 'bg-good-fill' : 'bg-field',
          )}
        >
          <span
            className={classNames(
              'block size-4 rounded-full bg-on-fill shadow-control transition-transform',
              checked && 'translate-x-3.5',
            )}
          />
        </span>
      </span>
    </label>
  )
}
