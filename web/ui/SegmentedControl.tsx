import { type ReactNode, useId } from 'react'
import { classNames } from './classNames.ts'

interface SegmentedControlProps<T extends string> {
  /** The accessible name of the group. */
  label: string
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  /** Null while nothing is chosen. */
  value: T | null
  onChange: (value: T) => void
  disabled?: boolean
  className?: string
}

/** A segmented control of native radio buttons. */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onChange,
  disabled = false,
  className,
}: SegmentedControlProps<T>) {
  const name = useId()
  return (
    <fieldset
      disabled={disabled}
      className={classNames(
        'inline-flex rounded-button border border-line bg-sunken p-[3px] text-small max-md:flex',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-7 cursor-pointer items-center justify-center gap-1.5 rounded-[calc(var(--radius-button)-3px)] px-3 whitespace-nowrap text-ink-2 outline-offset-2 outline-focus transition-colors select-none hover:text-ink has-checked:bg-raised has-checked:font-semibold has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 max-md:h-[42px] max-md:flex-1 max-md:px-2 max-md:text-body max-[359px]:px-1! max-[359px]:text-small!"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
