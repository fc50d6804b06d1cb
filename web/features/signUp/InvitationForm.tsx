import { AcceptInvitationDocument, type InvitationOfferQuery } from '../../gql/signUp/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { useFields } from '../../lib/useFields.ts'
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
  const { field, submit, isSubmitting, setError } = useFields({ fullName: '', email: offer.email ?? '', password: '' })
  const send = submit(
    async (account) => {
      const { acceptInvitation } = await request(AcceptInvitationDocument, { token, ...account })
      signIn({ token: acceptInvitation.accessToken, user: acceptInvitation.user })
      toastSuccess(`Welcome to ${offer.companyName}!`)
    },
    (error) => {
      if (errorCode(error) === 'GONE') onGone()
      else if (errorCode(error) === 'CONFLICT')
        setError('email', { message: errorMessage(error, '') }, { shouldFocus: true })
      else toastError(errorMessage(error, 'Failed to create the account'))
    },
    ['password'],
  )
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <AccountFields
        fullName={field('fullName', fullNameRules)}
        email={field('email', emailRules)}
        password={field('password', newPasswordRules)}
        fixedEmailHint={offer.email ? 'The invitation is for this address.' : undefined}
      />
      <SubmitButton busy={isSubmitting} busyLabel="Creating account..." className="mt-2">
        Join
      </SubmitButton>
    </form>
  )
}
