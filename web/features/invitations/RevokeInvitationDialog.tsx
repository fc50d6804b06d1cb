import { useMutation } from '@apollo/client/react'
import { InvitationListDocument, type InvitationRowFragment, RevokeInvitationDocument } from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { nameOf } from './InvitationRows.tsx'

/** Asks before revoking an invitation, because its link cannot be used again. */
export function RevokeInvitationDialog({
  invitation,
  onClose,
}: {
  invitation: InvitationRowFragment
  onClose: () => void
}) {
  const [revoke, { loading }] = useMutation(RevokeInvitationDocument, {
    refetchQueries: [InvitationListDocument],
    awaitRefetchQueries: true,
  })
  const confirm = async () => {
    const revoked = revoke({ variables: { id: invitation.id } })
    if (await toastOutcome(revoked, 'Invitation revoked', 'Failed to revoke the invitation')) onClose()
  }
  return (
    <ConfirmDialog
      title="Revoke Invitation"
      confirmLabel="Revoke invitation"
      busyLabel="Revoking..."
      busy={loading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      Nobody can come with the link or the QR code of “{nameOf(invitation)}” any more. Who came already stays.
    </ConfirmDialog>
  )
}
