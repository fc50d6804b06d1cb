import { ListFilter as FilterIcon, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { Button } from './Button.tsx'
import { classNames } from './classNames.ts'
import { FilterItems, type ListFilter } from './FilterItems.tsx'
import { Menu, MenuItem, SubMenu } from './Menu.tsx'

// Loaded when it opens.
const FilterSheet = lazyNamed(async () => (await import('./FilterSheet.tsx')).FilterSheet)

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

/** A button with a menu of the filters that are not set. Their values are in submenus, on a phone in a sheet. */
export function AddFilter({ filters, onChange, className }: FilterChipsProps & { className?: string }) {
  const phone = useIsPhone()
  const [openId, setOpenId] = useState<string | null>(null)
  const unset = filters.filter(
    ({ value, options, useOptions, custom }) => value === null && (options.length > 0 || useOptions || custom),
  )
  const opened = unset.find(({ id }) => id === openId)
  if (unset.length === 0) return null
  return (
    <>
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
        {unset.map((filter) => {
          const { id, label, options, custom } = filter
          const choose = (value: string) => onChange(id, value)
          if (options.length === 1 && !custom)
            return (
              <MenuItem key={id} onSelect={() => choose(options[0]!.value)}>
                {options[0]!.label}
              </MenuItem>
            )
          return phone ? (
            <MenuItem key={id} onSelect={() => setOpenId(id)}>
              {label}
            </MenuItem>
          ) : (
            <SubMenu key={id} label={label}>
              <FilterItems filter={filter} onChoose={choose} Item={MenuItem} />
            </SubMenu>
          )
        })}
      </Menu>
      {opened && (
        <Suspense>
          <FilterSheet
            filter={opened}
            onChoose={(value) => onChange(opened.id, value)}
            onClose={() => setOpenId(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function textOf({ options, describe }: ListFilter, value: string): string {
  return options.find((option) => option.value === value)?.label ?? describe?.(value) ?? value
}
