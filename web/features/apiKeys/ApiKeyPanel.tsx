import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { ApiKeyListDocument, type ApiKeyRowFragment, RevokeApiKeyDocument } from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastOutcome, useFailureToast } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { ApiKeyRows } from './ApiKeyRows.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'

interface ApiKeyPanelProps {
  /** Whether the dialog that creates a key is open. */
  isCreating: boolean
  setCreating: (isCreating: boolean) => void
}

/** The user's own API keys with their dialogs. */
export function ApiKeyPanel({ isCreating, setCreating }: ApiKeyPanelProps) {
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKeyRowFragment | null>(null)
  const { data, error, loading, refetch } = useQuery(ApiKeyListDocument, { fetchPolicy: 'cache-and-network' })
  useFailureToast(error, 'Failed to fetch data')
  const keys = data?.apiKeys
  return (
    <>
      {!keys ? (
        <Card>
          <LoadingOrError
            query={{ error, loading, refetch }}
            label="API keys"
            rows={3}
            cells={['h-3 w-40', 'h-5 w-24', 'h-3 w-24']}
            rowClass="h-14 gap-6"
          />
        </Card>
      ) : keys.length === 0 ? (
        <Card>
          <EmptyState
            title="No API keys yet"
            hint="Create a key for a program that acts with your permissions."
            action={<Button onClick={() => setCreating(true)}>Create First Key</Button>}
          />
        </Card>
      ) : (
        <ApiKeyRows keys={keys} onRevoke={setKeyToRevoke} />
      )}
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} />}
      {keyToRevoke && <RevokeKeyDialog apiKey={keyToRevoke} onClose={() => setKeyToRevoke(null)} />}
    </>
  )
}

/** Asks before revoking a key, because programs that use it stop working. */
function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyRowFragment; onClose: () => void }) {
  const [revoke] = useMutation(RevokeApiKeyDocument, refetching(ApiKeyListDocument))
  return (
    <ConfirmDialog
      title="Revoke API Key"
      confirmLabel="Revoke Key"
      busyLabel="Revoking..."
      onConfirm={() =>
        toastOutcome(revoke({ variables: { id: apiKey.id } }), 'API key revoked', 'Failed to revoke the API key')
      }
      onClose={onClose}
    >
      Programs that use “{apiKey.name}” stop working at once. A revoked key cannot be restored.
    </ConfirmDialog>
  )
}
