import { useForm } from 'react-hook-form'
import { AcceptInvitationDocument, type InvitationOfferQuery } from '../../gql/signUp/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { showFieldError } from '../../lib/showFieldError.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { AccountFields } from '../../domain/AccountFields.tsx'
import { emailRules, fullNameRules } from '../../domain/accountRules.ts'
import { newPasswordRules } from '../../domain/passwordRules.ts'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'

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
      if (showFieldError(error, setError, { password: 'password' })) return
      if (errorCode(error) === 'GONE') onGone()
      else if (errorCode(error) === 'CONFLICT')
        setError('email', { message: errorMessage(error, '') }, { shouldFocus: true })
      else toastError(errorMessage(error, 'Failed to create the account'))
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <AccountFields
        errors={errors}
        fullName={register('fullName', fullNameRules)}
        email={register('email', emailRules)}
        password={register('password', newPasswordRules)}
        fixedEmailHint={offer.email ? 'The invitation is for this address.' : undefined}
      />
      <SubmitButton busy={isSubmitting} busyLabel="Creating account..." className="mt-2">
        Join
      </SubmitButton>
    </form>
  )
}
