import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { RegisterDocument } from '../../gql/plain/graphql.ts'
import { errorMessage, fieldErrorOf } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { useFields } from '../../lib/useFields.ts'
import { LONG_TOAST_MS, toastError, toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { PasswordField, TextField } from '../../ui/Field.tsx'
import { AccountFields } from '../../domain/AccountFields.tsx'
import { emailRules, fullNameRules } from '../../domain/accountRules.ts'
import { newPasswordRules } from '../../domain/passwordRules.ts'

const emptyFields = { fullName: '', email: '', password: '', confirmPassword: '', setupCode: '' }

/** The server's message after every registration except that of the first global admin, who needs no approval. */
const APPROVAL_MESSAGE = 'Account created! Please wait for admin approval before logging in.'

const SETUP_CODE_HINT = 'The set-up code is printed when the server starts.'

/** Creates an account that needs approval before it can sign in. The first global admin also needs the set-up code of the server. */
export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const { field, submit, isSubmitting, setFocus } = useFields(emptyFields)
  const [needsSetupCode, setNeedsSetupCode] = useState(false)
  useEffect(() => {
    if (needsSetupCode) setFocus('setupCode')
  }, [needsSetupCode, setFocus])

  const send = submit(
    async ({ fullName, email, password, setupCode }) => {
      const account = { fullName, email, password }
      const answer = await request(RegisterDocument, needsSetupCode ? { ...account, setupCode } : account)
      if (answer.register.message === APPROVAL_MESSAGE) toastInfo(APPROVAL_MESSAGE, { duration: LONG_TOAST_MS })
      else toastSuccess('Registration successful! Please login.')
      onRegistered()
    },
    (error) => {
      if (fieldErrorOf(error, 'setup_code')) setNeedsSetupCode(true)
      else toastError(errorMessage(error, 'Registration failed'))
    },
    needsSetupCode ? ['password', 'setupCode'] : ['password'],
  )

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <AccountFields
        fullName={field('fullName', fullNameRules)}
        email={field('email', emailRules)}
        password={field('password', { ...newPasswordRules, deps: 'confirmPassword' })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        fieldSize="large"
        {...field('confirmPassword', {
          required: 'Please confirm your password',
          validate: (value, all) => value === all.password || 'Passwords do not match',
        })}
      />
      {needsSetupCode && (
        <TextField
          label="Set-up Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          fieldSize="large"
          hint={SETUP_CODE_HINT}
          {...field('setupCode', { required: 'Set-up code is required' })}
        />
      )}
      <SubmitButton busy={isSubmitting} busyLabel="Creating account..." className="mt-2">
        Create account
      </SubmitButton>
      <p className="text-center text-body text-ink-2">
        Or{' '}
        <Link to="/login" className="link">
          sign in to existing account
        </Link>
      </p>
    </form>
  )
}
