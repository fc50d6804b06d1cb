import { useState } from 'react'
import { useMutation } from '@apollo/client/react'
import {
  ArchiveTenantDocument,
  RestoreTenantDocument,
  TenantChoicesDocument,
  TenantListDocument,
  type TenantRowFragment,
} from '../../gql/graphql.ts'
import { definePages } from '../../lists/defineList.ts'
import { ListBody } from '../../lists/ListBody.tsx'
import { usePages } from '../../lists/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { CreatedTenantNote } from './CreatedTenantNote.tsx'
import { TenantForm } from './TenantForm.tsx'
import { TenantRows } from './TenantRows.tsx'
import { TenantStatsDialog } from './TenantStatsDialog.tsx'
import type { useTenantDialog } from './useTenantDialog.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

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

/** Asks before a tenant is archived or restored. */
function ArchiveDialog({ tenant, onClose }: { tenant: TenantRowFragment; onClose: () => void }) {
  const isArchived = tenant.archivedAt !== null
  const refetchChoices = { refetchQueries: [TenantChoicesDocument] }
  const [archive] = useMutation(ArchiveTenantDocument, refetchChoices)
  const [restore] = useMutation(RestoreTenantDocument, refetchChoices)
  const submit = () => {
    const variables = { id: tenant.id }
    return isArchived
      ? toastOutcome(restore({ variables }), 'Tenant restored', 'Failed to restore tenant')
      : toastOutcome(archive({ variables }), 'Tenant archived', 'Failed to archive tenant')
  }
  return (
    <FormDialog
      title={isArchived ? `Restore ${tenant.name}` : `Archive ${tenant.name}`}
      action={isArchived ? 'Restore Tenant' : 'Archive Tenant'}
      busyAction={isArchived ? 'Restoring...' : 'Archiving...'}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-body text-ink-2">
        {isArchived
          ? 'Its users can sign in again, and their API keys work again.'
          : 'Its users are signed out and cannot sign in, and nothing in it can be changed. Nothing is deleted, and you can restore it at any time.'}
      </p>
    </FormDialog>
  )
}
