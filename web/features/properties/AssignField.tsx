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

/** A select takes no empty value. */
const NOBODY = 'nobody'

/** Whose house it is, to be chosen from its team; for whoever sees everybody's houses. */
export function AssignField({ property, value, onChange, disabled }: AssignFieldProps) {
  const { data } = useQuery(AssignableUsersDocument, { variables: { propertyId: property.id } })
  const { assignedTo } = property
  const options = useMemo(() => {
    const people = (data?.assignableUsers ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))
    // Whoever it is assigned to now stays readable until the team is known, and when they left it.
    const missing = assignedTo && !people.some((person) => person.value === assignedTo.id)
    const now = missing ? [{ value: assignedTo.id, label: assignedTo.fullName }] : []
    return [{ value: NOBODY, label: 'Nobody' }, ...now, ...people]
  }, [data, assignedTo])
  return (
    <Select
      label="Assigned to"
      options={options}
      value={value ?? NOBODY}
      onChange={(next) => onChange(next === NOBODY ? null : next)}
      disabled={disabled}
    />
  )
}
