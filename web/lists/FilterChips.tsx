import { ListFilter as FilterIcon, X } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../lib/lazyPart.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { Menu, MenuItem, SubMenu } from '../ui/Menu.tsx'
import { FilterItems } from './FilterItems.tsx'
import type { MenuFilter } from './filters.ts'

// Loaded when it opens.
const FilterSheet = lazyPart(async () => (await import('./FilterSheet.tsx')).FilterSheet)

interface FilterChipsProps {
  filters: readonly MenuFilter[]
  onChange: (name: string, value: string | null) => void
}

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  return filters.map((filter) => {
    const { name, label, chosen, options } = filter
    if (chosen === null) return null
    const text = textOf(filter, chosen)
    const hasName = options.length !== 1
    return (
      <span
        key={name}
        className="inline-flex h-9 shrink-0 items-center gap-1.5 rounded-button border border-focus bg-accent-tint pl-2.5 text-small whitespace-nowrap max-md:h-11 max-md:rounded-full"
      >
        {hasName && <span className="text-ink-2">{label}</span>}
        <span className="font-semibold">{text}</span>
        <button
          type="button"
          aria-label={`Remove filter: ${hasName ? `${label} ${text}` : text}`}
          onClick={() => onChange(name, null)}
          className="flex size-[34px] items-center justify-center rounded-button text-ink-2 hover:text-ink max-md:size-11"
        >
          <X aria-hidden size={14} />
        </button>
      </span>
    )
  })
}

/** A button with a menu of the filters that are not set. Their values are in submenus, on a phone in a sheet. */
export function AddFilter({ filters, onChange, className }: FilterChipsProps & { className?: string }) {
  const phone = useIsPhone()
  const [openName, setOpenName] = useState<string | null>(null)
  const unset = filters.filter(
    ({ chosen, options, useOptions, asksForDays }) =>
      chosen === null && (options.length > 0 || useOptions || asksForDays),
  )
  const opened = unset.find(({ name }) => name === openName)
  if (unset.length === 0) return null
  return (
    <>
      <Menu
        trigger={
          <Button
            icon={FilterIcon}
            className={classNames(
              'shrink-0 border-dashed border-field! max-md:min-h-11! max-md:rounded-full',
              className,
            )}
          >
            Add Filter
          </Button>
        }
      >
        {unset.map((filter) => {
          const { name, label, options, asksForDays } = filter
          const choose = (value: string) => onChange(name, value)
          if (options.length === 1 && !asksForDays)
            return (
              <MenuItem key={name} onSelect={() => choose(options[0]!.value)}>
                {options[0]!.label}
              </MenuItem>
            )
          return phone ? (
            <MenuItem key={name} onSelect={() => setOpenName(name)}>
              {label}
            </MenuItem>
          ) : (
            <SubMenu key={name} label={label}>
              <FilterItems filter={filter} onChoose={choose} Item={MenuItem} />
            </SubMenu>
          )
        })}
      </Menu>
      {opened && (
        <FilterSheet
          filter={opened}
          onChoose={(value) => onChange(opened.name, value)}
          onClose={() => setOpenName(null)}
        />
      )}
    </>
  )
}

function textOf({ options, describe }: MenuFilter, value: string): string {
  return options.find((option) => option.value === value)?.label ?? describe?.(value) ?? value
}
