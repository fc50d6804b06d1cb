import { useQuery } from '@apollo/client/react'
import { AssignableUsersDocument, LeadRepsDocument } from '../../gql/graphql.ts'
import { daySpans, describeRange } from '../../lib/dateRanges.ts'
import { useAbilities, useMe } from '../../session/MeProvider.tsx'
import { useNeighborhoodOptions } from '../../session/useNeighborhoodOptions.ts'
import type { ListFilter } from '../../ui/FilterItems.tsx'
import { ALL, type LeadFilters, NOBODY } from './leadFilters.ts'

/** The filters of the menu 'Add filter', and a function that sets one. */
export function useAddedFilters(
  filters: LeadFilters,
  setFilters: (change: Partial<LeadFilters>) => void,
  onCustomRange: () => void,
): { added: ListFilter[]; setAdded: (id: string, value: string | null) => void } {
  const { listUsers, assignLeads } = useAbilities()
  const { tenant } = useMe()
  const canFilterAssignee = assignLeads && tenant !== null
  const assignees =
    useQuery(AssignableUsersDocument, { skip: !canFilterAssignee, fetchPolicy: 'cache-and-network' }).data
      ?.assignableUsers ?? []
  const reps =
    useQuery(LeadRepsDocument, { skip: !listUsers, fetchPolicy: 'cache-and-network' }).data?.users.edges ?? []
  const added: ListFilter[] = [
    {
      id: 'rep',
      label: 'Rep',
      options: reps.map(({ node }) => ({ value: node.id, label: node.fullName })),
      value: filters.rep || null,
      describe: () => 'Another person',
    },
    {
      id: 'assigned',
      label: 'Assigned to',
      options: canFilterAssignee
        ? [{ value: NOBODY, label: 'Nobody' }, ...assignees.map(({ id, fullName }) => ({ value: id, label: fullName }))]
        : [],
      value: filters.assigned || null,
      describe: (value) => (value === NOBODY ? 'Nobody' : 'Another person'),
    },
    {
      id: 'neighborhood',
      label: 'Neighborhood',
      options: [],
      useOptions: useNeighborhoodOptions,
      value: filters.neighborhood || null,
    },
    {
      id: 'due',
      label: 'Follow-up',
      options: [{ value: 'TODAY', label: 'Follow-up due' }],
      value: filters.due === ALL ? null : filters.due,
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
    {
      id: 'letters',
      label: 'Letters',
      options: [{ value: 'NONE', label: 'Never printed' }],
      value: filters.letters === ALL ? null : filters.letters,
    },
  ]
  const setAdded = (id: string, value: string | null) => {
    if (id === 'letters') setFilters({ letters: value === 'NONE' ? 'NONE' : ALL })
    else if (id === 'due') setFilters({ due: value === 'TODAY' ? 'TODAY' : ALL })
    else setFilters({ [id]: value ?? '' })
  }
  return { added, setAdded }
}
