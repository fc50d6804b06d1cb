import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { AssignableUsersDocument, type PropertyRecordFragment } from '../../gql/graphql.ts'
import { Select } from '../../ui/Select.tsx'

interface AssignFieldProps {
  property: PropertyRecordFragment
  value: string | null
  onChange: (userId: string | null) => void
  disabled: boolean
}

/** Select does not accept an empty value. */
const UNASSIGNED = 'nobody'

/** Assigns the property to a member of its team. */
export function AssignField({ property, value, onChange, disabled }: AssignFieldProps) {
  const { data } = useQuery(AssignableUsersDocument, {
    variables: { propertyId: property.id },
    fetchPolicy: 'cache-and-network',
  })
  const { assignedTo } = property
  const options = useMemo(() => {
    const people = (data?.assignableUsers ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))
    // Include the current assignee while the team loads, and after they have left the team.
    const isMissing = assignedTo && !people.some((person) => person.value === assignedTo.id)
    const currentAssignee = isMissing ? [{ value: assignedTo.id, label: assignedTo.fullName }] : []
    return [{ value: UNASSIGNED, label: 'Nobody' }, ...currentAssignee, ...people]
  }, [data, assignedTo])
  return (
    <Select
      label="Assigned To"
      options={options}
      value={value ?? UNASSIGNED}
      onChange={(next) => onChange(next === UNASSIGNED ? null : next)}
      disabled={disabled}
    />
  )
}
