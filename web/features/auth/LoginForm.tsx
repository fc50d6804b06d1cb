import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { LoginDocument } from '../../gql/plain/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { useSession } from '../../session/SessionProvider.tsx'
import { deleteDataOfRefusedAccount } from '../../session/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/Field.tsx'
import { emailRules } from '../../session/accountRules.ts'
import { CodeField } from './CodeField.tsx'

/** Signs in and stores the session; asks for a code of an account with two factors. The screen redirects afterwards. */
export function LoginForm() {
  const { signIn } = useSession()
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({
    defaultValues: { email: '', password: '', code: '' },
  })
  const { errors, isSubmitting } = formState
  const [needsCode, setNeedsCode] = useState(false)
  useEffect(() => {
    if (needsCode) setFocus('code')
  }, [needsCode, setFocus])

  const submit = handleSubmit(async ({ code, ...credentials }) => {
    try {
      const { login } = await request(LoginDocument, needsCode ? { ...credentials, code } : credentials)
      signIn({ token: login.accessToken, user: login.user })
      toastSuccess('Login successful!')
    } catch (error) {
      if (errorCode(error) === 'CODE_REQUIRED') return setNeedsCode(true)
      if (errorCode(error) === 'FORBIDDEN') deleteDataOfRefusedAccount(credentials.email)
      toastError(errorMessage(error, 'Login failed'))
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {needsCode ? (
        <CodeField
          fieldSize="large"
          error={errors.code?.message}
          {...register('code', { required: 'Code is required' })}
        />
      ) : (
        <>
          <TextField
            label="Email Address"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            fieldSize="large"
            error={errors.email?.message}
            {...register('email', emailRules)}
          />
          <PasswordField
            className="mt-4"
            label="Password"
            autoComplete="current-password"
            fieldSize="large"
            error={errors.password?.message}
            {...register('password', { required: 'Password is required' })}
          />
        </>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={isSubmitting}
        busyLabel="Signing in..."
        className="mt-[26px] h-[46px] w-full text-[0.9375rem] max-md:h-[54px] max-md:text-[1rem]"
      >
        Sign In
      </Button>
      {needsCode ? (
        <Button
          variant="quiet"
          className="mt-3 w-full"
          onClick={() => {
            resetField('code')
            setNeedsCode(false)
          }}
        >
          Back
        </Button>
      ) : (
        <p className="mt-5 text-center text-body text-ink-2">
          New here?{' '}
          <Link to="/register" className="link">
            Sign up
          </Link>
        </p>
      )}
    </form>
  )
}
