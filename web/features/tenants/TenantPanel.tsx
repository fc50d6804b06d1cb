import { useState } from 'react'
import { TenantListDocument, type TenantRowFragment } from '../../gql/graphql.ts'
import { usePagedQuery } from '../../lib/pagination.ts'
import { toastFailure, useFailureToast } from '../../session/failureToasts.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { TenantForm } from './TenantForm.tsx'
import { TenantRows } from './TenantRows.tsx'
import { TenantStatsDialog } from './TenantStatsDialog.tsx'
import type { useTenantDialog } from './useTenantDialog.ts'

const PAGE_SIZE = 50
const FAILED = 'Failed to fetch data'

/** Every tenant, newest first, with the open dialog. */
export function TenantPanel({ editing, edit, close }: ReturnType<typeof useTenantDialog>) {
  const [stats, setStats] = useState<TenantRowFragment | null>(null)
  const [archiving, setArchiving] = useState<TenantRowFragment | null>(null)
  const { connection, error, loading, hasMore, loadMore, retry } = usePagedQuery(TenantListDocument, 'tenants', {
    first: PAGE_SIZE,
  })
  useFailureToast(error, FAILED)
  const tenants = connection?.edges.map(({ node }) => node)
  const edited = tenants?.find(({ id }) => id === editing)

  return (
    <>
      {!tenants ? (
        <Card>
          {error ? (
            <ErrorState title={FAILED} onRetry={retry} busy={loading} />
          ) : (
            <LoadingRows label="tenants" rows={4} cells={['size-8', 'h-3 w-40', 'ml-auto h-5 w-24']} />
          )}
        </Card>
      ) : tenants.length === 0 ? (
        <Card>
          <EmptyState title="No tenants found" hint="Add the first company that uses Porchlight." />
        </Card>
      ) : (
        <TenantRows tenants={tenants} onStats={setStats} onEdit={edit} onArchive={setArchiving} />
      )}
      {hasMore && (
        <ShowMore
          onClick={() => void loadMore().catch((failure: unknown) => toastFailure(failure, FAILED))}
          busy={loading}
        />
      )}
      {editing === 'new' && <TenantForm tenant={null} onClose={close} />}
      {edited && <TenantForm key={edited.id} tenant={edited} onClose={close} />}
      {archiving && <ArchiveDialog tenant={archiving} onClose={() => setArchiving(null)} />}
      {stats && <TenantStatsDialog tenant={stats} onClose={() => setStats(null)} />}
    </>
  )
}
