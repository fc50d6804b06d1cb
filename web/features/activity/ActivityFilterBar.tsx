import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { ActivityPeopleDocument, ActivityTypesDocument } from '../../gql/graphql.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { Select } from '../../ui/Select.tsx'
import { useDaysDialog } from '../../ui/useDaysDialog.tsx'
import { type ActivityFilters, ALL, DEFAULT_SPAN, describeOtherSpan, spans } from './activityFilters.ts'
import { activityDisplay } from '../../domain/activityTypes.ts'

/** The option that asks for other days. */
const CHOOSE_DAYS = 'choose'

interface ActivityFilterBarProps {
  filters: ActivityFilters
  onChange: (change: Partial<ActivityFilters>) => void
  /** Shown on the right: the number of events. */
  children: ReactNode
}

/** Filters by person, activity and time. */
export function ActivityFilterBar({ filters, onChange, children }: ActivityFilterBarProps) {
  const people = useQuery(ActivityPeopleDocument, { fetchPolicy: 'cache-and-network' }).data?.users.edges ?? []
  const types =
    useQuery(ActivityTypesDocument, { fetchPolicy: 'cache-and-network' }).data?.activityStats.byAction.map(
      ({ action }) => action,
    ) ?? []
  // The URL may name a type that has no events. It stays an option, so that the user can see and remove it.
  const shownTypes = filters.type === ALL || types.includes(filters.type) ? types : [...types, filters.type]
  const [daysDialog, chooseDays] = useDaysDialog('Time', (span) => onChange({ span }))
  const otherSpan = describeOtherSpan(filters.span)
  const span = otherSpan !== null || spans.some(({ value }) => value === filters.span) ? filters.span : DEFAULT_SPAN
  const isUnknownActor = filters.actor !== ALL && !people.some(({ node }) => node.id === filters.actor)
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="relative -m-1 flex gap-2 overflow-x-auto p-1 max-md:-mx-4 max-md:px-4">
        <Combobox
          variant="filter"
          label="Person"
          options={[
            { value: ALL, label: 'Everyone' },
            ...people.map(({ node }) => ({ value: node.id, label: node.fullName })),
            ...(isUnknownActor ? [{ value: filters.actor, label: 'Another person' }] : []),
          ]}
          value={filters.actor}
          onChange={(actor) => onChange({ actor })}
          isActive={filters.actor !== ALL}
        />
        <Select
          variant="filter"
          label="Activity"
          options={[
            { value: ALL, label: 'All Activity' },
            ...shownTypes.toSorted().map((type) => ({ value: type, label: activityDisplay(type).label })),
          ]}
          value={filters.type}
          onChange={(type) => onChange({ type })}
          isActive={filters.type !== ALL}
        />
        <Select
          variant="filter"
          label="Time"
          options={[
            ...spans,
            ...(otherSpan === null ? [] : [{ value: span, label: otherSpan }]),
            { value: CHOOSE_DAYS, label: 'Other days…' },
          ]}
          value={span}
          onChange={(next) => (next === CHOOSE_DAYS ? chooseDays() : onChange({ span: next }))}
          isActive={span !== DEFAULT_SPAN}
        />
      </div>
      <div className="flex items-center gap-4 text-small text-ink-2 max-md:w-full max-md:justify-between">
        {children}
      </div>
      {daysDialog}
    </div>
  )
}
