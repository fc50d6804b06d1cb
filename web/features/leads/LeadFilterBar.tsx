import { X } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ALL, type LeadFilters, priorityOptions, statusOptions, typeOptions } from './leadFilters.ts'

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
  /** On a phone the search field is hidden until the user opens it. */
  searching: boolean
}

/** Search, type, priority, status and grouping. On a phone the filters scroll sideways below the search field. */
export function LeadFilterBar(props: LeadFilterBarProps) {
  const { typed, onType, isFiltered, onClear, grouped, onGroup, phone, searching } = props
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {(!phone || searching) && (
        <SearchField
          label="Search address or owner"
          value={typed}
          onChange={onType}
          className="w-[300px] max-md:w-full"
        />
      )}
      <div className="-m-1 flex items-center gap-2 p-1 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]">
        <FilterSelects {...props} />
        {phone && (
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
      {!phone && (
        <Switch checked={grouped} onChange={onGroup} className="ml-auto">
          Group by Tag
        </Switch>
      )}
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
      {filters.letters !== ALL && (
        <button
          type="button"
          aria-label="Remove filter: Never printed"
          onClick={() => onChange({ letters: ALL })}
          className="field-box inline-flex h-9 items-center gap-2 border-focus bg-accent-tint px-3 text-body font-[550] whitespace-nowrap max-md:h-12 max-md:rounded-full"
        >
          Never printed
          <X aria-hidden size={15} />
        </button>
      )}
    </>
  )
}
