import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UserRowFragment } from '../../gql/graphql.ts'
import { newPasswordRules } from '../../session/accountRules.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { Refusal } from './Refusal.tsx'
import { useUserChanges } from './useUserChanges.ts'

/** Gives somebody a password that they change at their next sign-in. */
export function ResetPasswordDialog({ user, onClose }: { user: UserRowFragment; onClose: () => void }) {
  const { resetPassword } = useUserChanges()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { newPassword: '' } })
  const [reason, setReason] = useState<string>()
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ newPassword }) => {
    const outcome = await resetPassword(user.id, newPassword)
    if (outcome.done) onClose()
    else setReason(outcome.reason)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reset password"
      description={`${user.fullName} is signed out everywhere, and sets a password of their own at the next sign-in.`}
      busy={isSubmitting}
      footer={
        <>
          <Button size="large" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            type="submit"
            form="reset-form"
            busy={isSubmitting}
            busyLabel="Resetting..."
          >
            Reset Password
          </Button>
        </>
      }
    >
      <form id="reset-form" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          starred
          hint={errors.newPassword ? undefined : 'At least 6 characters.'}
          error={errors.newPassword?.message}
          {...register('newPassword', newPasswordRules)}
        />
      </form>
      <Refusal reason={reason} />
    </Dialog>
  )
}
