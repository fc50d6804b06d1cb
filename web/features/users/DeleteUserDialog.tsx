import { useState } from 'react'
import type { UserRowFragment } from '../../gql/graphql.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DialogError } from './DialogError.tsx'
import { useUserMutations } from './useUserMutations.ts'

/** Deletes an account after confirmation. */
export function DeleteUserDialog({ user, onClose }: { user: UserRowFragment; onClose: () => void }) {
  const { remove } = useUserMutations()
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    const outcome = await remove(user.id)
    setBusy(false)
    if (outcome.done) onClose()
    else setReason(outcome.reason)
  }
  return (
    <ConfirmDialog title="Delete user" busy={busy} onConfirm={() => void confirm()} onClose={onClose}>
      Are you sure you want to delete this user? This cannot be undone. What {user.fullName} did stays, under their
      name.
      <DialogError reason={reason} />
    </ConfirmDialog>
  )
}
