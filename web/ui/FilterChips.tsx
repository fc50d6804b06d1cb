import { ListFilter as FilterIcon, X } from 'lucide-react'
import { Button } from './Button.tsx'
import { classNames } from './classNames.ts'
import { Menu, MenuItem, SubMenu } from './Menu.tsx'

/** A filter of a list that is added from a menu, as data. */
export interface ListFilter {
  id: string
  label: string
  /** The values that the menu offers. A filter with one value needs no name before it. */
  options: readonly { value: string; label: string }[]
  /** Null if the filter is not set. */
  value: string | null
  /** The text of a value that is not among the options. */
  describe?: (value: string) => string
  /** Adds an item that asks for another value, such as a range of dates. */
  custom?: { label: string; onSelect: () => void }
}

interface FilterChipsProps {
  filters: readonly ListFilter[]
  onChange: (id: string, value: string | null) => void
}

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  return filters.map((filter) => {
    const { id, label, value, options } = filter
    if (value === null) return null
    const text = textOf(filter, value)
    const hasName = options.length !== 1
    return (
      <span
        key={id}
        className="inline-flex h-[30px] shrink-0 items-center gap-1.5 rounded-button border border-focus bg-accent-tint pl-2.5 text-small whitespace-nowrap max-md:h-10 max-md:rounded-full"
      >
        {hasName && <span className="text-ink-2">{label}</span>}
        <span className="font-semibold">{text}</span>
        <button
          type="button"
          aria-label={`Remove filter: ${hasName ? `${label} ${text}` : text}`}
          onClick={() => onChange(id, null)}
          className="flex size-[28px] items-center justify-center rounded-button text-ink-2 hover:text-ink max-md:size-10"
        >
          <X aria-hidden size={14} />
        </button>
      </span>
    )
  })
}

/** A button with a menu of the filters that are not set. */
export function AddFilter({ filters, onChange, className }: FilterChipsProps & { className?: string }) {
  const unset = filters.filter(({ value, options, custom }) => value === null && (options.length > 0 || custom))
  if (unset.length === 0) return null
  return (
    <Menu
      trigger={
        <Button
          size="small"
          icon={<FilterIcon aria-hidden size={15} />}
          className={classNames('shrink-0 border-dashed border-field! max-md:rounded-full', className)}
        >
          Add filter
        </Button>
      }
    >
      {unset.map(({ id, label, options, custom }) =>
        options.length === 1 && !custom ? (
          <MenuItem key={id} onSelect={() => onChange(id, options[0]!.value)}>
            {options[0]!.label}
          </MenuItem>
        ) : (
          <SubMenu key={id} label={label}>
            {options.map((option) => (
              <MenuItem key={option.value} onSelect={() => onChange(id, option.value)}>
                {option.label}
              </MenuItem>
            ))}
            {custom && <MenuItem onSelect={custom.onSelect}>{custom.label}</MenuItem>}
          </SubMenu>
        ),
      )}
    </Menu>
  )
}

function textOf({ options, describe }: ListFilter, value: string): string {
  return options.find((option) => option.value === value)?.label ?? describe?.(value) ?? value
}
