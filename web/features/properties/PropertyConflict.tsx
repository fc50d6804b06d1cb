import { useQuery } from '@apollo/client/react'
import { AssignableUsersDocument, PropertyHistoryDocument, type PropertyRecordFragment } from '../../gql/graphql.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { ConflictDialog } from '../../ui/ConflictDialog.tsx'
import { findConflictingFields } from './conflictingFields.ts'
import type { PropertyEdits, PropertyFields } from './propertyEdits.ts'

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
