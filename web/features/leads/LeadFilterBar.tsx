import { X } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { useColumnsKey } from '../../session/useColumnsKey.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { AddFilter, FilterChips } from '../../ui/FilterChips.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useDaysDialog } from '../../ui/useDaysDialog.tsx'
import { ALL, type LeadFilters, priorityOptions, statusOptions, typeOptions } from './leadFilters.ts'
import { useAddedFilters } from './useAddedFilters.ts'

const LeadColumnMenu = lazyNamed(async () => (await import('./LeadColumnMenu.tsx')).LeadColumnMenu)

interface LeadFilterBarProps {
  filters: LeadFilters
  onChange: (change: Partial<LeadFilters>) => void
  typed: string
  onType: (search: string) => void
  isFiltered: boolean
  onClear: () => void
  grouped: boolean
  onGroup: (grouped: boolean) => void
  phone: boolean
  /** What the board has in place of the grouping and the columns; false for the table. */
  board: ReactNode
  /** On a phone the search field is hidden until the user opens it. */
  searching: boolean
}

/** Search, type, priority, status, added filters and grouping. On a phone the filters scroll sideways below the search field. */
export function LeadFilterBar(props: LeadFilterBarProps) {
  const { filters, onChange, typed, onType, isFiltered, onClear, grouped, onGroup, phone, board, searching } = props
  const [daysDialog, chooseDays] = useDaysDialog('Created', (created) => onChange({ created }))
  const { added, setAdded } = useAddedFilters(filters, onChange, chooseDays)
  const columnsKey = useColumnsKey('leads')
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {(!phone || searching) && (
        <SearchField
          label="Search address or owner"
          value={typed}
          onChange={onType}
          className="w-[230px] max-md:w-full"
        />
      )}
      <div className="relative -m-1 flex items-center gap-2 p-1 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] md:flex-wrap">
        <FilterSelects {...props} />
        <FilterChips filters={added} onChange={setAdded} />
        <AddFilter filters={added} onChange={setAdded} />
        {phone && board}
        {phone && !board && (
          <button
            type="button"
            aria-pressed={grouped}
            onClick={() => onGroup(!grouped)}
            className={classNames(
              'field-box h-10 rounded-full px-4 text-body whitespace-nowrap',
              grouped && 'border-focus bg-accent-tint font-[550]',
            )}
          >
            Group by Tag
          </button>
        )}
        {isFiltered && (
          <Button
            variant="quiet"
            size="small"
            icon={<X aria-hidden size={15} />}
            aria-label="Clear filters"
            onClick={onClear}
          >
            Clear
          </Button>
        )}
      </div>
      {!phone && board && <div className="ml-auto flex items-center gap-2">{board}</div>}
      {!phone && !board && (
        <div className="ml-auto flex items-center gap-3">
          <Switch checked={grouped} onChange={onGroup}>
            Group by Tag
          </Switch>
          <Suspense fallback={<span className="size-9" />}>
            <LeadColumnMenu storageKey={columnsKey} />
          </Suspense>
        </div>
      )}
      {daysDialog}
    </div>
  )
}

function FilterSelects({ filters, onChange }: LeadFilterBarProps) {
  return (
    <>
      <Select
        variant="filter"
        label="Type"
        options={typeOptions}
        value={filters.tag}
        onChange={(tag) => onChange({ tag })}
        isActive={filters.tag !== ALL}
      />
      <Select
        variant="filter"
        label="Priority"
        options={priorityOptions}
        value={filters.priority}
        onChange={(priority) => onChange({ priority })}
        isActive={filters.priority !== ALL}
      />
      <Select
        variant="filter"
        label="Status"
        options={statusOptions}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        isActive={filters.status !== ALL}
      />
    </>
  )
}
