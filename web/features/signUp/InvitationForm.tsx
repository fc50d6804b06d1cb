import { useForm } from 'react-hook-form'
import { AcceptInvitationDocument, type InvitationOfferQuery } from '../../gql/signUp/graphql.ts'
import { errorCode, errorMessage, fieldErrorOf } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { emailRules } from '../../session/person/accountRules.ts'
import { newPasswordRules, passwordHint } from '../../session/person/passwordRules.ts'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/Field.tsx'

interface InvitationFormProps {
  token: string
  offer: InvitationOfferQuery['invitationOffer']
  /** Called when nobody can come with the invitation any more. */
  onGone: () => void
}

/** The name, address and password of somebody who accepts an invitation; signs them in. */
export function InvitationForm({ token, offer, onGone }: InvitationFormProps) {
  const { signIn } = useSession()
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { fullName: '', email: offer.email ?? '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ fullName, email, password }) => {
    try {
      const { acceptInvitation } = await request(AcceptInvitationDocument, { token, fullName, email, password })
      signIn({ token: acceptInvitation.accessToken, user: acceptInvitation.user })
      toastSuccess(`Welcome to ${offer.companyName}!`)
    } catch (error) {
      const message = fieldErrorOf(error, 'password')
      if (message) setError('password', { message }, { shouldFocus: true })
      else if (errorCode(error) === 'GONE') onGone()
      else if (errorCode(error) === 'CONFLICT')
        setError('email', { message: errorMessage(error, '') }, { shouldFocus: true })
      else toastError(errorMessage(error, 'Failed to create the account'))
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label="Full Name"
        autoComplete="name"
        fieldSize="large"
        error={errors.fullName?.message}
        {...register('fullName', { validate: (value) => value.trim() !== '' || 'Full name is required' })}
      />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        fieldSize="large"
        readOnly={Boolean(offer.email)}
        hint={offer.email ? 'The invitation is for this address.' : undefined}
        error={errors.email?.message}
        {...register('email', emailRules)}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        fieldSize="large"
        hint={errors.password ? undefined : passwordHint}
        error={errors.password?.message}
        {...register('password', newPasswordRules)}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={isSubmitting}
        busyLabel="Creating account..."
        className="mt-2 h-[46px] w-full text-[0.9375rem] max-md:h-[54px] max-md:text-[1rem]"
      >
        Join
      </Button>
    </form>
  )
}
