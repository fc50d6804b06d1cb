import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { CreatePasswordLinkDocument, type UserRowFragment } from '../../gql/graphql.ts'
import { formatTime } from '../../lib/dates.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ShownOnceDialog } from '../../ui/ShownOnceDialog.tsx'

/** Makes a link with which the user chooses a password, then shows it once to be passed on. */
export function PasswordLinkDialog({ user, onClose }: { user: UserRowFragment; onClose: () => void }) {
  // Keeps the link out of the cache.
  const [create] = useMutation(CreatePasswordLinkDocument, { fetchPolicy: 'no-cache' })
  const [link, setLink] = useState<{ url: string; expiresAt: string } | null>(null)
  const confirm = async () => {
    try {
      const { data } = await create({ variables: { userId: user.id } })
      if (data) setLink(data.createPasswordLink)
    } catch (error) {
      toastFailureWithReason(error, 'Failed to make a link')
    }
  }
  if (link)
    return (
      <ShownOnceDialog
        title="Password Link"
        description={`For ${user.fullName}. It works once, until ${formatTime(link.expiresAt)}.`}
        label="Link"
        // The server may not know under which address it is open here.
        value={new URL(new URL(link.url).pathname, location.origin).href}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title="Make Password Link"
      confirmLabel="Make Link"
      busyLabel="Making link..."
      isDestructive={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      {user.fullName} chooses a new password with it, and is signed out everywhere then. Until then nothing changes.
      Give it to nobody else.
    </ConfirmDialog>
  )
}
