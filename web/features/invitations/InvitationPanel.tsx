import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { InvitationListDocument, type InvitationRowFragment } from '../../gql/graphql.ts'
import { useFailureToast } from '../../session/failureToasts.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { InvitationRows } from './InvitationRows.tsx'
import { RevokeInvitationDialog } from './RevokeInvitationDialog.tsx'

const FAILED = 'Failed to fetch data'
const PAGE_SIZE = 50

/** The invitations of the tenant, newest first. */
export function InvitationPanel() {
  const [invitationToRevoke, setInvitationToRevoke] = useState<InvitationRowFragment | null>(null)
  const [first, setFirst] = useState(PAGE_SIZE)
  const { data, previousData, error, loading, refetch } = useQuery(InvitationListDocument, {
    variables: { first },
    fetchPolicy: 'cache-and-network',
  })
  useFailureToast(error, FAILED)
  const list = (data ?? previousData)?.invitations
  return (
    <>
      {!list ? (
        <Card>
          {error ? (
            <ErrorState title={FAILED} onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
          ) : (
            <LoadingRows
              label="invitations"
              rows={3}
              cells={['h-3 w-40', 'h-5 w-24', 'h-3 w-24']}
              rowClass="h-14 gap-6"
            />
          )}
        </Card>
      ) : list.edges.length === 0 ? (
        <Card>
          <EmptyState title="No invitations yet" hint="Who comes by an invitation is in at once, without approval." />
        </Card>
      ) : (
        <>
          <InvitationRows invitations={list.edges.map(({ node }) => node)} onRevoke={setInvitationToRevoke} />
          {list.edges.length < list.totalCount && (
            <ShowMore busy={loading} onClick={() => setFirst(first + PAGE_SIZE)} />
          )}
        </>
      )}
      {invitationToRevoke && (
        <RevokeInvitationDialog invitation={invitationToRevoke} onClose={() => setInvitationToRevoke(null)} />
      )}
    </>
  )
}
