import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { InvitationListDocument, type InvitationRowFragment, RevokeInvitationDocument } from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastOutcome, useFailureToast } from '../../session/failureToasts.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { InvitationRows, nameOf } from './InvitationRows.tsx'

const PAGE_SIZE = 50

/** The invitations of the tenant, newest first. */
export function InvitationPanel() {
  const [invitationToRevoke, setInvitationToRevoke] = useState<InvitationRowFragment | null>(null)
  const [first, setFirst] = useState(PAGE_SIZE)
  const { data, previousData, error, loading, refetch } = useQuery(InvitationListDocument, {
    variables: { first },
    fetchPolicy: 'cache-and-network',
  })
  useFailureToast(error, 'Failed to fetch data')
  const list = (data ?? previousData)?.invitations
  return (
    <>
      {!list ? (
        <Card>
          <LoadingOrError
            query={{ error, loading, refetch }}
            label="invitations"
            rows={3}
            cells={['h-3 w-40', 'h-5 w-24', 'h-3 w-24']}
            rowClass="h-14 gap-6"
          />
        </Card>
      ) : list.edges.length === 0 ? (
        <Card>
          <EmptyState
            title="No invitations yet"
            hint="Invite your team: who comes by an invitation is in at once, without approval."
            action={<ButtonLink to="/users/invitations?invite">Invite People</ButtonLink>}
          />
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
        <RevokeDialog invitation={invitationToRevoke} onClose={() => setInvitationToRevoke(null)} />
      )}
    </>
  )
}

/** Asks before revoking an invitation, because its link cannot be used again. */
function RevokeDialog({ invitation, onClose }: { invitation: InvitationRowFragment; onClose: () => void }) {
  const [revoke] = useMutation(RevokeInvitationDocument, refetching(InvitationListDocument))
  const { id } = invitation
  return (
    <ConfirmDialog
      title="Revoke Invitation"
      confirmLabel="Revoke Invitation"
      busyLabel="Revoking..."
      onConfirm={() =>
        toastOutcome(revoke({ variables: { id } }), 'Invitation revoked', 'Failed to revoke the invitation')
      }
      onClose={onClose}
    >
      Nobody can come with the link or the QR code of “{nameOf(invitation)}” any more. Who came already stays.
    </ConfirmDialog>
  )
}
