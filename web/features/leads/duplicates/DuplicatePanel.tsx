import { useQuery } from '@apollo/client/react'
import { DuplicateLeadsDocument } from '../../../gql/graphql.ts'
import { ListBody } from '../../../lists/ListBody.tsx'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
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
  const groups = data?.duplicateLeads ?? []
  return (
    <ListBody
      list={{ failed: 'Failed to fetch duplicate leads' }}
      rows={{
        rows: groups,
        isLoaded: data !== undefined,
        failed: Boolean(error),
        isLoading: loading,
        retry: () => void refetch().catch(() => undefined),
      }}
      cards={
        <div className="grid gap-4">
          {groups.map(({ leads }) => (
            <DuplicateGroup key={leads.map(({ id }) => id).join(' ')} leads={leads} onMerged={() => void refetch()} />
          ))}
          {groups.length === MAX_GROUPS && (
            <p className="text-small text-ink-2">
              The {MAX_GROUPS} largest groups are shown. Merge them to see others.
            </p>
          )}
        </div>
      }
      skeleton={
        <LoadingRows
          label="duplicate leads"
          rows={4}
          cells={['h-3.5 w-44', 'ml-auto h-8 w-28']}
          rowClass="h-14 gap-4"
        />
      }
      empty={
        <EmptyState
          title="No duplicates"
          hint="No two leads have the same property, parcel or address."
          action={<ButtonLink to="/leads">Open Leads</ButtonLink>}
        />
      }
    />
  )
}
