import { useMutation } from '@apollo/client/react'
import { useForm } from 'react-hook-form'
import { DisableTotpDocument, MeDocument } from '../../../gql/graphql.ts'
import { showFieldError } from '../../../lib/showFieldError.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { refetching } from '../../../lib/refetching.ts'
import { toastReason } from '../../../session/failureToasts.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { PasswordField } from '../../../ui/Field.tsx'

/** Turns two factors off, which needs the password. */
export function DisableTotpDialog({ onClose }: { onClose: () => void }) {
  const [disableTotp] = useMutation(DisableTotpDocument, refetching(MeDocument))
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '' } })
  const { errors } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      await disableTotp({ variables: { password } })
      toastSuccess('Two factors turned off')
      onClose()
    } catch (error) {
      if (!showFieldError(error, setError, { password: 'password' }))
        toastReason(error, 'Failed to turn two factors off')
    }
  })
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title="Turn Off Two Factors"
      description="Your password alone signs you in again, and the recovery codes stop working."
      action="Turn Off"
      busyAction="Turning off..."
    >
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: 'Password is required' })}
      />
    </FormDialog>
  )
}
