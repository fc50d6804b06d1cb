import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import {
  CreateInvitationDocument,
  type CreateInvitationInput,
  InvitationListDocument,
  type InvitationRowFragment,
} from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { roleLabels } from '../../domain/roles.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { Note } from '../../ui/Note.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { ShownOnceDialog } from '../../ui/ShownOnceDialog.tsx'
import { InviteForm } from './InviteForm.tsx'

interface CreatedInvitation {
  url: string
  mailed: boolean
  invitation: InvitationRowFragment
}

/** Creates an invitation, then shows its link once, as text and as a QR code. */
export function InviteDialog({ role: wantedRole, onClose }: { role: string | null; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null)
  const [create] = useMutation(CreateInvitationDocument, {
    // Keeps the secret out of the cache.
    fetchPolicy: 'no-cache',
    refetchQueries: [InvitationListDocument],
  })
  const submit = async (input: CreateInvitationInput) => {
    try {
      const { data } = await create({ variables: { input } })
      if (data) setCreated(data.createInvitation)
    } catch (error) {
      toastReason(error, 'Failed to create the invitation')
    }
  }
  if (!created) return <InviteForm wantedRole={wantedRole} onSubmit={submit} onClose={onClose} />
  const { role, email, uses, expiresAt } = created.invitation
  return (
    <ShownOnceDialog
      title="Your Invitation"
      description={`${roleLabels[role]} · ${email ?? pluralize(uses, 'person', 'people')} · until ${formatDate(expiresAt)}`}
      label="Link"
      value={created.url}
      onClose={onClose}
    >
      {created.mailed && <Note hue="info">It was also sent to {email}.</Note>}
      <QrCode
        text={created.url}
        label="QR code of the link"
        className="mx-auto w-full max-w-[min(26rem,60dvh)] rounded-card"
      />
    </ShownOnceDialog>
  )
}
