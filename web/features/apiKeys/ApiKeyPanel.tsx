import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { ApiKeyListDocument, type ApiKeyRowFragment } from '../../gql/graphql.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ApiKeyRows } from './ApiKeyRows.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'

const FAILED = 'Failed to fetch data'

interface ApiKeyPanelProps {
  /** Whether the dialog that creates a key is open. */
  isCreating: boolean
  onCloseCreate: () => void
}

/** The user's own API keys with their dialogs. */
export function ApiKeyPanel({ isCreating, onCloseCreate }: ApiKeyPanelProps) {
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKeyRowFragment | null>(null)
  const { data, error, loading, refetch } = useQuery(ApiKeyListDocument, { fetchPolicy: 'cache-and-network' })
  useEffect(() => {
    if (error) toastFailure(error, FAILED)
  }, [error])
  const keys = data?.apiKeys
  return (
    <>
      {!keys ? (
        <Card>
          {error ? (
            <ErrorState title={FAILED} onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
          ) : (
            <Loading label="API keys" className="px-5 py-3">
              {Array.from({ length: 3 }, (_, index) => (
                <div key={index} className="flex h-14 items-center gap-6">
                  <Skeleton className="h-3 w-40" />
                  <Skeleton className="h-5 w-24" />
                  <Skeleton className="h-3 w-24" />
                </div>
              ))}
            </Loading>
          )}
        </Card>
      ) : keys.length === 0 ? (
        <Card>
          <EmptyState title="No API keys yet" hint="A key lets a program act for you, within what you may do." />
        </Card>
      ) : (
        <ApiKeyRows keys={keys} onRevoke={setKeyToRevoke} />
      )}
      {isCreating && <NewKeyDialog onClose={onCloseCreate} />}
      {keyToRevoke && <RevokeKeyDialog apiKey={keyToRevoke} onClose={() => setKeyToRevoke(null)} />}
    </>
  )
}
