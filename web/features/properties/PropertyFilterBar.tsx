import { useQuery } from '@apollo/client/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { AssignableUsersDocument, type PropertyType } from '../../gql/graphql.ts'
import { daySpans, describeRange } from '../../lib/dateRanges.ts'
import { useAbilities, useMe } from '../../session/MeProvider.tsx'
import { useNeighborhoodOptions } from '../../session/useNeighborhoodOptions.ts'
import { Button } from '../../ui/Button.tsx'
import { AddFilter, FilterChips } from '../../ui/FilterChips.tsx'
import type { ListFilter } from '../../ui/FilterItems.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { useDaysDialog } from '../../ui/useDaysDialog.tsx'
import { priorityLabels } from '../../domain/PriorityBadge.tsx'
import { propertyTypeLabel } from '../../domain/PropertyTypeIcon.tsx'
import { statusLabels } from '../../domain/StatusBadge.tsx'
import { ALL, NOBODY, priorities, type PropertyFilters, statuses } from './propertyFilters.ts'

interface PropertyFilterBarProps {
  filters: PropertyFilters
  onChange: (change: Partial<PropertyFilters>) => void
  typed: string
  onType: (search: string) => void
  tagsFound: readonly PropertyType[]
  isFiltered: boolean
  onClear: () => void
  /** At the end of the bar. */
  aside?: ReactNode
}

/** Search, tag and added filters. */
export function PropertyFilterBar(props: PropertyFilterBarProps) {
  const { filters, onChange, typed, onType, tagsFound, isFiltered, onClear, aside } = props
  const { tag } = filters
  const [daysDialog, chooseDays] = useDaysDialog('Created', (created) => onChange({ created }))
  const added = useAddedFilters(filters, chooseDays)
  const setAdded = (id: string, value: string | null) =>
    onChange({ [id]: value ?? (id === 'status' || id === 'priority' ? ALL : '') })
  // Keep the selected tag as an option even if no property has it any more.
  const tags = tag === ALL || tagsFound.includes(tag) ? tagsFound : [...tagsFound, tag]
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search address or owner"
        value={typed}
        onChange={onType}
        className="w-[260px] max-md:w-full"
      />
      <div className="relative -m-1 flex items-center gap-2 p-1 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] md:flex-wrap">
        <Select
          variant="filter"
          label="Tag"
          options={[
            { value: ALL as PropertyType | typeof ALL, label: 'All Tags' },
            ...tags.map((value) => ({ value, label: propertyTypeLabel(value) })),
          ]}
          value={tag}
          onChange={(value) => onChange({ tag: value })}
          isActive={tag !== ALL}
        />
        <FilterChips filters={added} onChange={setAdded} />
        <AddFilter filters={added} onChange={setAdded} />
        {isFiltered && (
          <Button variant="quiet" size="small" icon={<X aria-hidden size={15} />} onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
      {aside && <div className="ml-auto">{aside}</div>}
      {daysDialog}
    </div>
  )
}

/** The filters of the menu 'Add filter'. */
function useAddedFilters(filters: PropertyFilters, onCustomRange: () => void): ListFilter[] {
  const { viewAllProperties } = useAbilities()
  const { tenant } = useMe()
  const canFilterAssignee = viewAllProperties && tenant !== null
  const users =
    useQuery(AssignableUsersDocument, { skip: !canFilterAssignee, fetchPolicy: 'cache-and-network' }).data
      ?.assignableUsers ?? []
  const setOrNull = (value: string) => (value === ALL || value === '' ? null : value)
  return [
    {
      id: 'status',
      label: 'Status',
      options: statuses.map((value) => ({ value, label: statusLabels[value] })),
      value: setOrNull(filters.status),
    },
    {
      id: 'priority',
      label: 'Priority',
      options: priorities.map((value) => ({ value, label: priorityLabels[value] })),
      value: setOrNull(filters.priority),
    },
    {
      id: 'assigned',
      label: 'Assigned to',
      options: canFilterAssignee
        ? [{ value: NOBODY, label: 'Nobody' }, ...users.map(({ id, fullName }) => ({ value: id, label: fullName }))]
        : [],
      value: setOrNull(filters.assigned),
      describe: () => 'Another person',
    },
    {
      id: 'neighborhood',
      label: 'Neighborhood',
      options: [],
      useOptions: useNeighborhoodOptions,
      value: setOrNull(filters.neighborhood),
    },
    {
      id: 'created',
      label: 'Created',
      options: daySpans,
      // A range that does not exist is not applied either.
      value: describeRange(filters.created) === null ? null : filters.created,
      describe: (value) => describeRange(value) ?? value,
      custom: { label: 'Other days…', onSelect: onCustomRange },
    },
  ]
}
