import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './classNames.ts'

export interface SelectOption<T extends string> {
  value: T
  label: string
  icon?: ReactNode
  /** Shown after the label in a secondary color. */
  detail?: string
}

export interface SelectProps<T extends string> {
  label: string
  /** 'field' has a visible label; 'filter' is compact and uses the label as accessible name. */
  variant?: 'field' | 'filter'
  options: readonly SelectOption<T>[]
  /** Null while nothing is chosen; shows the placeholder. */
  value: T | null
  onChange: (value: T) => void
  placeholder?: string
  /** Highlights a filter that is set. */
  isActive?: boolean
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean
  disabled?: boolean
  className?: string
}

export type SelectControlProps<T extends string> = SelectProps<T> & { id: string }

/** The button of a select with the chosen option. */
export function SelectButton<T extends string>({
  select,
  ...button
}: { select: SelectControlProps<T> } & ComponentProps<'button'>) {
  const { variant = 'field', options, value } = select
  const chosen = options.find((option) => option.value === value)
  return (
    <button
      type="button"
      role="combobox"
      aria-autocomplete="none"
      aria-expanded={false}
      aria-controls={undefined}
      disabled={select.disabled}
      {...button}
      id={select.id}
      aria-label={variant === 'filter' ? select.label : undefined}
      data-invalid={select.error ? '' : undefined}
      className={classNames(
        'field-box inline-flex items-center justify-between gap-2 px-3 text-body whitespace-nowrap disabled:bg-sunken disabled:text-ink-3',
        variant === 'field' ? 'h-10 w-full max-md:h-12' : 'h-9 max-md:h-11 max-md:rounded-full',
        variant === 'filter' && select.isActive && 'border-focus bg-accent-tint font-[550]',
        variant === 'filter' && select.className,
      )}
    >
      <span className="truncate">
        {chosen ? <OptionText option={chosen} /> : <span className="text-ink-3">{select.placeholder}</span>}
      </span>
      <ChevronDown aria-hidden size={16} />
    </button>
  )
}

/** An option as it stands in the list and in the button. */
export function OptionText({ option }: { option: SelectOption<string> }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      {option.icon}
      <span className="truncate">{option.label}</span>
      {option.detail && <span className="text-small text-ink-2">{option.detail}</span>}
    </span>
  )
}
