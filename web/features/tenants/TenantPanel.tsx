import { useState } from 'react'
import { TenantListDocument, type TenantRowFragment } from '../../gql/graphql.ts'
import { definePages } from '../../lists/defineList.ts'
import { ListBody } from '../../lists/ListBody.tsx'
import { usePages } from '../../lists/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { CreatedTenantNote } from './CreatedTenantNote.tsx'
import { TenantForm } from './TenantForm.tsx'
import { TenantRows } from './TenantRows.tsx'
import { TenantStatsDialog } from './TenantStatsDialog.tsx'
import type { useTenantDialog } from './useTenantDialog.ts'

const tenantPages = definePages({
  document: TenantListDocument,
  connectionOf: ({ tenants }) => tenants,
  failed: 'Failed to fetch data',
})
const noQuery = {}

/** Every tenant, newest first, with the open dialog. */
export function TenantPanel({ editing, edit, close }: ReturnType<typeof useTenantDialog>) {
  const [stats, setStats] = useState<TenantRowFragment | null>(null)
  const [archiving, setArchiving] = useState<TenantRowFragment | null>(null)
  const [created, setCreated] = useState<TenantRowFragment | null>(null)
  const rows = usePages(tenantPages, noQuery)
  const { rows: tenants } = rows
  const edited = tenants.find(({ id }) => id === editing)

  return (
    <>
      {created && (
        <div className="mb-4">
          <CreatedTenantNote tenant={created} />
        </div>
      )}
      <ListBody
        list={tenantPages}
        rows={rows}
        cards={<TenantRows tenants={tenants} onStats={setStats} onEdit={edit} onArchive={setArchiving} />}
        skeleton={<LoadingRows label="tenants" rows={4} cells={['size-8', 'h-3 w-40', 'ml-auto h-5 w-24']} />}
        empty={
          <EmptyState
            title="No tenants found"
            hint="Add the first company that uses Porchlight."
            action={<Button onClick={() => edit('new')}>Add First Tenant</Button>}
          />
        }
        hasShowMore
      />
      {editing === 'new' && <TenantForm tenant={null} onCreated={setCreated} onClose={close} />}
      {edited && <TenantForm key={edited.id} tenant={edited} onClose={close} />}
      {archiving && <ArchiveDialog tenant={archiving} onClose={() => setArchiving(null)} />}
      {stats && <TenantStatsDialog tenant={stats} onClose={() => setStats(null)} />}
    </>
  )
}
