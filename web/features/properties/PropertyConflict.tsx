import { useQuery } from '@apollo/client/react'
import {
  AssignableUsersDocument,
  type AssignableUsersQuery,
  PropertyHistoryDocument,
  type PropertyRecordFragment,
} from '../../gql/graphql.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { ConflictDialog, type ConflictingField } from '../../ui/ConflictDialog.tsx'
import { formLabel } from '../../domain/fieldLabels.ts'
import { fieldsOf, mapTexts, type PropertyEdits, type PropertyFields } from './propertyEdits.ts'
import { priorityLabels } from '../../domain/labels.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'

interface PropertyConflictProps {
  edits: PropertyEdits
  /** The fields from which the edits began. */
  before: PropertyFields
  saved: PropertyRecordFragment
  busy: boolean
  onSaveMine: () => void
  onKeepTheirs: () => void
  onContinue: () => void
}

/** Lets the user choose between their edits and what was saved since they began. */
export function PropertyConflict({ edits, before, saved, ...choices }: PropertyConflictProps) {
  const me = useMe()
  const { data: team } = useQuery(AssignableUsersDocument, {
    variables: { propertyId: saved.id },
    skip: edits.assignedTo === undefined,
  })
  const { data } = useQuery(PropertyHistoryDocument, { variables: { id: saved.id }, fetchPolicy: 'network-only' })
  const last = data?.property?.history.edges[0]?.node
  const who = last?.actor?.id === me.id ? 'you, somewhere else' : (last?.actor?.fullName ?? 'a former user')
  return (
    <ConflictDialog
      {...choices}
      description={
        <>
          {last && `Last changed by ${who} on ${formatDate(last.at)} at ${formatTime(last.at)}. `}
          What you did not edit stays as it is now saved.
        </>
      }
      fields={findConflictingFields(edits, before, saved, team?.assignableUsers ?? [])}
    />
  )
}

/**
 * The fields that differ from `saved`: by the user's edit, or for a field that was not edited, by the value it had when the edits began. The
 * latter have no value of the user.
 */
function findConflictingFields(
  edits: PropertyEdits,
  before: PropertyFields,
  saved: PropertyRecordFragment,
  users: AssignableUsersQuery['assignableUsers'],
): ConflictingField[] {
  const now = fieldsOf(saved)
  const nameOf = (id: string) =>
    [...users, ...(saved.assignedTo ? [saved.assignedTo] : [])].find((user) => user.id === id)
  const formats: {
    [Name in keyof PropertyFields]: { label: string; format: (value: PropertyFields[Name]) => string }
  } = {
    ownerName: { label: 'Owner Name', format: (name) => name.trim() || 'Unknown Owner' },
    type: {
      label: 'Property Type',
      format: (type) => propertyTypes.find(({ value }) => value === type)?.label ?? 'None',
    },
    priority: { label: 'Priority', format: (priority) => priorityLabels[priority] },
    ...mapTexts((_, label) => ({ label: formLabel(label), format: (text) => text.trim() || 'None' })),
    assignedTo: { label: 'Assigned To', format: (id) => (id ? (nameOf(id)?.fullName ?? 'Former user') : 'Nobody') },
  }
  const compare = <Name extends keyof PropertyFields>(name: Name): ConflictingField[] => {
    const { label, format } = formats[name]
    const edited = edits[name] as PropertyFields[Name] | undefined
    if ((edited === undefined ? before[name] : edited) === now[name]) return []
    return [{ label, mine: edited === undefined ? null : format(edited), saved: format(now[name]) }]
  }
  return (Object.keys(formats) as (keyof PropertyFields)[]).flatMap((name) => compare(name))
}
