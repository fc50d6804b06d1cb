import { useMutation } from '@apollo/client/react'
import { useForm } from 'react-hook-form'
import { ConfirmPasswordDocument } from '../../../gql/graphql.ts'
import { showFieldError } from '../../../lib/showFieldError.ts'
import { toastReason } from '../../../session/failureToasts.ts'
import { useMe } from '../../../session/person/MeProvider.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { PasswordField } from '../../../ui/Field.tsx'
import { CodeField } from '../CodeField.tsx'

interface ConfirmPasswordDialogProps {
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for the password, and for a code of an account with two factors, before something dangerous. */
export function ConfirmPasswordDialog({ onConfirmed, onClose }: ConfirmPasswordDialogProps) {
  const { hasTwoFactors } = useMe()
  const [confirmPassword] = useMutation(ConfirmPasswordDocument)
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '', code: '' } })
  const { errors } = formState
  const submit = handleSubmit(async ({ password, code }) => {
    try {
      await confirmPassword({ variables: { password, ...(hasTwoFactors ? { code } : {}) } })
      onConfirmed()
    } catch (error) {
      if (!showFieldError(error, setError, { password: 'password', code: 'code' }))
        toastReason(error, 'Failed to confirm the password')
    }
  })
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title="Confirm your password"
      description="You signed in a while ago. For the next 15 minutes you are not asked again."
      action="Confirm"
      busyAction="Confirming..."
      className="grid gap-4"
    >
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: 'Password is required' })}
      />
      {hasTwoFactors && (
        <CodeField error={errors.code?.message} {...register('code', { required: 'Code is required' })} />
      )}
    </FormDialog>
  )
}
