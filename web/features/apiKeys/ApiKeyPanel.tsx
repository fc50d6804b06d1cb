import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { ApiKeyListDocument, type ApiKeyRowFragment } from '../../gql/graphql.ts'
import { tellFailure } from '../../session/failures.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ApiKeyRows } from './ApiKeyRows.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'

const FAILED = 'Failed to fetch data'

interface ApiKeyPanelProps {
  /** The dialog that makes one is open. */
  making: boolean
  onMade: () => void
}

/** One's own keys, and the dialogs over them. */
export function ApiKeyPanel({ making, onMade }: ApiKeyPanelProps) {
  const [revoked, setRevoked] = useState<ApiKeyRowFragment | null>(null)
  const { data, error, loading, refetch } = useQuery(ApiKeyListDocument, { fetchPolicy: 'cache-and-network' })
  useEffect(() => {
    if (error) tellFailure(error, FAILED)
  }, [error])
  const keys = data?.apiKeys
  return (
    <>
      {!keys ? (
        <Card>
          {error ? (
            <ErrorState title={FAILED} onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
          ) : (
            <Loading what="API keys" className="px-5 py-3">
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
        <ApiKeyRows keys={keys} onRevoke={setRevoked} />
      )}
      {making && <NewKeyDialog onClose={onMade} />}
      {revoked && <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}
