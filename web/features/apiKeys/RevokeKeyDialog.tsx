import { useMutation } from '@apollo/client/react'
import { ApiKeyListDocument, type ApiKeyRowFragment, RevokeApiKeyDocument } from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Asks before revoking a key, because programs that use it stop working. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyRowFragment; onClose: () => void }) {
  const [revoke, { loading }] = useMutation(RevokeApiKeyDocument, {
    refetchQueries: [ApiKeyListDocument],
    awaitRefetchQueries: true,
  })
  const confirm = async () => {
    const revoked = revoke({ variables: { id: apiKey.id } })
    if (await toastOutcome(revoked, 'API key revoked', 'Failed to revoke the API key')) onClose()
  }
  return (
    <ConfirmDialog
      title="Revoke API Key"
      confirmLabel="Revoke key"
      busyLabel="Revoking..."
      busy={loading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      Programs that use “{apiKey.name}” stop working at once. A revoked key cannot be restored.
    </ConfirmDialog>
  )
}
