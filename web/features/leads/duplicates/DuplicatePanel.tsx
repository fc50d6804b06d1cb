import { useQuery } from '@apollo/client/react'
import { DuplicateLeadsDocument } from '../../../gql/graphql.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/Skeleton.tsx'
import { useOnLeadsChanged } from '../LeadsLiveProvider.tsx'
import { DuplicateGroup } from './DuplicateGroup.tsx'

const MAX_GROUPS = 50

/** Groups of leads at the same property, parcel or address, each of which can be merged. */
export function DuplicatePanel() {
  const { data, error, loading, refetch } = useQuery(DuplicateLeadsDocument, {
    variables: { first: MAX_GROUPS },
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
  })
  useOnLeadsChanged(() => void refetch().catch(() => undefined))
  const groups = data?.duplicateLeads
  if (!groups && error)
    return (
      <Card>
        <ErrorState title="Failed to fetch duplicate leads" onRetry={() => void refetch()} busy={loading} />
      </Card>
    )
  if (!groups)
    return (
      <Card>
        <LoadingRows
          label="duplicate leads"
          rows={4}
          cells={['h-3.5 w-44', 'ml-auto h-8 w-28']}
          rowClass="h-14 gap-4"
        />
      </Card>
    )
  if (groups.length === 0)
    return (
      <Card>
        <EmptyState title="No duplicates" hint="No two leads have the same property, parcel or address." />
      </Card>
    )
  return (
    <div className="grid gap-4">
      {groups.map(({ leads }) => (
        <DuplicateGroup key={leads.map(({ id }) => id).join(' ')} leads={leads} onMerged={() => void refetch()} />
      ))}
      {groups.length === MAX_GROUPS && (
        <p className="text-small text-ink-2">The {MAX_GROUPS} largest groups are shown. Merge them to see others.</p>
      )}
    </div>
  )
}
