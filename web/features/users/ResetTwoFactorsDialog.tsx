import { useState } from 'react'
import type { UserRowFragment } from '../../gql/graphql.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DialogError } from './DialogError.tsx'
import { useUserMutations } from './useUserMutations.ts'

/** Turns two factors off for a user who has lost their phone, after confirmation. */
export function ResetTwoFactorsDialog({ user, onClose }: { user: UserRowFragment; onClose: () => void }) {
  const { resetTwoFactors } = useUserMutations()
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    const outcome = await resetTwoFactors(user.id)
    setBusy(false)
    if (outcome.done) onClose()
    else setReason(outcome.reason)
  }
  return (
    <ConfirmDialog
      title="Reset two factors"
      busyLabel="Resetting..."
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {user.fullName} is signed out everywhere, and signs in with the password alone until they set up two factors
      again. Make sure that it is {user.fullName} who asked for it.
      <DialogError reason={reason} />
    </ConfirmDialog>
  )
}
