import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { RegisterDocument } from '../../gql/plain/graphql.ts'
import { errorMessage, fieldErrorOf } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { showFieldError } from '../../lib/showFieldError.ts'
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
  const { register, handleSubmit, formState, setError, setFocus } = useForm({ defaultValues: emptyFields })
  const { errors, isSubmitting } = formState
  const [needsSetupCode, setNeedsSetupCode] = useState(false)
  useEffect(() => {
    if (needsSetupCode) setFocus('setupCode')
  }, [needsSetupCode, setFocus])

  const submit = handleSubmit(async ({ fullName, email, password, setupCode }) => {
    try {
      const account = { fullName, email, password }
      const answer = await request(RegisterDocument, needsSetupCode ? { ...account, setupCode } : account)
      if (answer.register.message === APPROVAL_MESSAGE) toastInfo(APPROVAL_MESSAGE, { duration: LONG_TOAST_MS })
      else toastSuccess('Registration successful! Please login.')
      onRegistered()
    } catch (error) {
      if (showFieldError(error, setError, { password: 'password', ...(needsSetupCode && { setupCode: 'setup_code' }) }))
        return
      if (fieldErrorOf(error, 'setup_code')) setNeedsSetupCode(true)
      else toastError(errorMessage(error, 'Registration failed'))
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <AccountFields
        errors={errors}
        fullName={register('fullName', fullNameRules)}
        email={register('email', emailRules)}
        password={register('password', { ...newPasswordRules, deps: 'confirmPassword' })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        fieldSize="large"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword', {
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
          hint={errors.setupCode ? undefined : SETUP_CODE_HINT}
          error={errors.setupCode?.message}
          {...register('setupCode', { required: 'Set-up code is required' })}
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
