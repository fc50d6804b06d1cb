import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { ActivityPeopleDocument, ActivityTypesDocument } from '../../gql/graphql.ts'
import { Select } from '../../ui/Select.tsx'
import { type ActivityFilters, ALL, spans } from './useActivityFilter.ts'
import { activityLook } from '../../ui/activityLooks.ts'

interface ActivityFilterBarProps {
  filters: ActivityFilters
  onChange: (change: Partial<ActivityFilters>) => void
  /** What stands at the right: how many events there are. */
  children: ReactNode
}

/** Who did it, what was done, since when. */
export function ActivityFilterBar({ filters, onChange, children }: ActivityFilterBarProps) {
  const people = useQuery(ActivityPeopleDocument).data?.users.edges ?? []
  const types = useQuery(ActivityTypesDocument).data?.activityStats.byAction.map(({ action }) => action) ?? []
  // An address may name one that nothing is known of here: it stays to be seen, and to be taken away.
  const known = filters.type === ALL || types.includes(filters.type) ? types : [...types, filters.type]
  const unknown = filters.actor !== ALL && !people.some(({ node }) => node.id === filters.actor)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="-m-1 flex gap-2 overflow-x-auto p-1 max-md:-mx-4 max-md:px-4">
        <Select
          look="filter"
          label="Person"
          options={[
            { value: ALL, label: 'Everybody' },
            ...people.map(({ node }) => ({ value: node.id, label: node.fullName })),
            ...(unknown ? [{ value: filters.actor, label: 'Somebody else' }] : []),
          ]}
          value={filters.actor}
          onChange={(actor) => onChange({ actor })}
          set={filters.actor !== ALL}
        />
        <Select
          look="filter"
          label="Activity"
          options={[
            { value: ALL, label: 'All Activity' },
            ...known.toSorted().map((type) => ({ value: type, label: activityLook(type).label })),
          ]}
          value={filters.type}
          onChange={(type) => onChange({ type })}
          set={filters.type !== ALL}
        />
        <Select
          look="filter"
          label="Time"
          options={spans}
          value={filters.span}
          onChange={(span) => onChange({ span })}
          set={filters.span !== '7'}
        />
      </div>
      <div className="text-small text-ink-2">{children}</div>
    </div>
  )
}
