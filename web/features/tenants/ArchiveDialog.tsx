import { useMutation } from '@apollo/client/react'
import {
  ArchiveTenantDocument,
  RestoreTenantDocument,
  TenantChoicesDocument,
  type TenantRowFragment,
} from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

/** Asks before a tenant is archived or restored. */
export function ArchiveDialog({ tenant, onClose }: { tenant: TenantRowFragment; onClose: () => void }) {
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
