import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../lib/lazyPart.ts'
import type { FilterValues } from '../lib/urlFilters.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { Select } from '../ui/Select.tsx'
import type { List } from './defineList.ts'
import { AddFilter, FilterChips } from './FilterChips.tsx'
import { OTHER_DAYS } from './FilterItems.tsx'
import type { Filter, FilterOption, Filters, MenuFilter } from './filters.ts'
import type { Connection } from './pages.ts'
import type { useListUrl } from './useList.ts'

// Loaded with the views of the list.
const SaveView = lazyPart(async () => (await import('./savedViews/ViewTabs.tsx')).SaveViewBesideFilters)
// Loaded when it opens.
const DateRangeDialog = lazyPart(async () => (await import('../ui/DateRangeDialog.tsx')).DateRangeDialog)
// Few lists have one.
const Combobox = lazyPart(async () => (await import('../ui/Combobox.tsx')).Combobox, <span className="h-10 w-36" />)

/** What only the screen knows of a filter. */
export interface Choice {
  options?: readonly FilterOption[]
  /** Shown in place of the value of the URL, which cannot be changed then. */
  fixedValue?: string | null
}

interface FilterBarProps<Whole extends Connection, Definitions extends Filters, Field extends string, Input> {
  list: List<Whole, Definitions, Field, Input>
  url: ReturnType<typeof useListUrl<Whole, Definitions, Field, Input>>
  /** By the name of the filter; null for a filter that the user does not have. */
  choices?: { readonly [Name in keyof Definitions]?: Choice | null }
  hasSearch?: boolean
  searchClass?: string
  clearLabel?: string
  className?: string
  /** Rendered after the filters and, on a phone, scrolled sideways with them. */
  children?: ReactNode
  /** At the end of the bar. */
  aside?: ReactNode
}

/** The search, the choices and the added filters of a list. */
export function FilterBar<Whole extends Connection, Definitions extends Filters, Field extends string, Input>({
  list,
  url: { filters, setFilters, typed, setTyped, isFiltered, clear },
  choices = {},
  hasSearch = true,
  searchClass = 'w-[230px]',
  clearLabel,
  className = 'mt-2.5 max-md:mt-4 [header+&]:mt-0',
  children,
  aside,
}: FilterBarProps<Whole, Definitions, Field, Input>) {
  const change = (name: string, value: string | null) =>
    setFilters({ [name]: value ?? list.filters[name]!.initial } as unknown as Partial<FilterValues<Definitions>>)
  const [days, setDays] = useState<[name: string, label: string]>(['', ''])
  const [daysDialog, askForDays] = useDaysDialog(days[1], (range) => change(days[0], range))
  const shown = Object.entries<Filter<object>>(list.filters).flatMap(([name, filter]) => {
    const choice = (choices as Record<string, Choice | null | undefined>)[name]
    if (choice === null) return []
    const chooseDays = () => {
      setDays([name, filter.label])
      askForDays()
    }
    const value = (filters as Record<string, string>)[name]!
    const { options, ...rest } = { ...filter, ...choice }
    const isOffered = options.some((option) => option.value === value)
    // A value of the URL that is not offered is shown, so that the user can see and remove it, unless it is not applied.
    const isSet = value !== filter.initial && (isOffered || filter.describe?.(value) !== null)
    return [{ ...rest, options, name, chosen: isSet ? value : null, isOffered, chooseDays }]
  })
  const search = shown.find(({ place }) => place === 'search')
  const added = shown.filter(({ place }) => place === 'menu')
  return (
    <div className={classNames('flex flex-wrap items-center gap-2', className)}>
      {search && hasSearch && (
        <SearchField
          label={search.label}
          value={typed}
          onChange={setTyped}
          className={classNames(searchClass, 'max-md:w-full')}
        />
      )}
      <div className="relative -m-1 flex items-center gap-2 p-1 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] md:flex-wrap">
        {shown
          .filter(({ place }) => place === 'bar')
          .map((filter) => (
            <BarChoice key={filter.name} filter={filter} onChange={(value) => change(filter.name, value)} />
          ))}
        <FilterChips filters={added} onChange={change} />
        <AddFilter filters={added} onChange={change} />
        {children}
        <SaveView list={list} />
        {added.length > 0 && isFiltered && (
          <Button variant="quiet" size="small" icon={X} aria-label={clearLabel} onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      {aside}
      {daysDialog}
    </div>
  )
}

type ShownFilter = Filter<object> & Choice & MenuFilter & { isOffered: boolean }

function BarChoice({ filter, onChange }: { filter: ShownFilter; onChange: (value: string) => void }) {
  const { label, allLabel, initial, describe, fixedValue = null, asksForDays, chosen, chooseDays } = filter
  const other = chosen !== null && !filter.isOffered ? describe?.(chosen) : null
  const props = {
    variant: 'filter' as const,
    label,
    options: [
      ...(allLabel ? [{ value: initial, label: allLabel }] : []),
      ...filter.options,
      ...(chosen !== null && other ? [{ value: chosen, label: other }] : []),
      ...(asksForDays ? [{ value: OTHER_DAYS, label: OTHER_DAYS }] : []),
    ],
    value: fixedValue ?? chosen ?? initial,
    onChange: (value: string) => (value === OTHER_DAYS ? chooseDays() : onChange(value)),
    isActive: chosen !== null,
    disabled: fixedValue !== null,
  }
  if (!filter.isLong) return <Select {...props} />
  return <Combobox {...props} />
}

/** A dialog for a range of days, and a function that opens it. `onChoose` receives the range as '2026-11-01..2026-11-30'. */
function useDaysDialog(title: string, onChoose: (range: string) => void): [dialog: ReactNode, open: () => void] {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const dialog = isOpen && (
    <DateRangeDialog
      title={title}
      onClose={close}
      onChoose={(first, last) => {
        onChoose(`${first}..${last}`)
        close()
      }}
    />
  )
  return [dialog, () => setIsOpen(true)]
}
