import { useEffect, useState } from 'react'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { ForgotPasswordForm } from '../features/auth/ForgotPasswordForm.tsx'
import { usePublicTitle } from '../features/auth/usePublicTitle.ts'
import { SignInOptionsDocument } from '../gql/plain/graphql.ts'
import { request } from '../lib/request.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'

const back = (
  <ButtonLink size="large" to="/login">
    Back to Sign In
  </ButtonLink>
)

/** /forgot-password: asks for a link by mail, or says whom to ask where the server sends none. */
export function ForgotPasswordScreen() {
  /** Null until it is known. */
  const [sendsMail, setSendsMail] = useState<boolean | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  usePublicTitle('Forgot Password')
  useEffect(() => {
    let isCurrent = true
    request(SignInOptionsDocument, {}).then(
      ({ signInOptions }) => isCurrent && setSendsMail(signInOptions.mail),
      // The form says what is wrong with the connection when it is sent.
      () => isCurrent && setSendsMail(true),
    )
    return () => void (isCurrent = false)
  }, [])
  if (sentTo)
    return (
      <AuthLayout
        isMessage
        title="Check your mail"
        subtitle={`If an account has the address ${sentTo}, a link is on its way. It is valid for 30 minutes and works once.`}
      >
        <p className="mb-5 text-body text-ink-2">
          Nothing there? Look into the spam folder, or ask an owner or admin of your company for a link.
        </p>
        {back}
      </AuthLayout>
    )
  if (sendsMail === false)
    return (
      <AuthLayout
        isMessage
        title="Forgot your password?"
        subtitle="Ask an owner or admin of your company: in Users they can make a link with which you choose a new one."
      >
        {back}
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="Forgot your password?"
      subtitle="Enter the email address of your account. You get a link with which you choose a new one."
    >
      {sendsMail && <ForgotPasswordForm onSent={setSentTo} />}
    </AuthLayout>
  )
}
