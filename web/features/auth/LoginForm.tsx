import { type ChangeEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { LoginDocument } from '../../gql/plain/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { deleteDataOfRefusedAccount } from '../../session/person/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { EmailField, PasswordField } from '../../ui/Field.tsx'
import { emailRules } from '../../domain/accountRules.ts'
import { CodeField } from './CodeField.tsx'

type Values = Record<'email' | 'password' | 'code', string>

/** The fields on the screen that cannot be sent, with their messages. */
function errorsOf({ email, password, code }: Values, needsCode: boolean): Partial<Values> {
  if (needsCode) return code ? {} : { code: 'Code is required' }
  return {
    ...(!email
      ? { email: emailRules.required }
      : !emailRules.pattern.value.test(email) && { email: emailRules.pattern.message }),
    ...(!password && { password: 'Password is required' }),
  }
}

/**
 * Signs in and stores the session; asks for a code of an account with two factors. The screen redirects afterwards. It is a form
 * without react-hook-form, which nothing else needs before the sign-in.
 */
export function LoginForm() {
  const { signIn } = useSession()
  const [values, setValues] = useState<Values>({ email: '', password: '', code: '' })
  const [needsCode, setNeedsCode] = useState(false)
  const [showsErrors, setShowsErrors] = useState(false)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const errors = showsErrors ? errorsOf(values, needsCode) : {}
  const field = (name: keyof Values) => ({
    ...{ name, value: values[name], error: errors[name], fieldSize: 'large' as const },
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => setValues({ ...values, [name]: value }),
  })
  const show = (code: boolean) => {
    setNeedsCode(code)
    setShowsErrors(false)
  }
  const submit = async (form: HTMLFormElement) => {
    const [wrong] = Object.keys(errorsOf(values, needsCode))
    setShowsErrors(wrong !== undefined)
    if (wrong) return form.querySelector<HTMLInputElement>(`[name=${wrong}]`)!.focus()
    const { code, ...credentials } = values
    setIsSubmitting(true)
    try {
      const { login } = await request(LoginDocument, needsCode ? { ...credentials, code } : credentials)
      signIn({ token: login.accessToken, user: login.user })
      toastSuccess('Login successful!')
    } catch (error) {
      if (errorCode(error) === 'CODE_REQUIRED') return show(true)
      if (errorCode(error) === 'FORBIDDEN') deleteDataOfRefusedAccount(credentials.email)
      toastError(errorMessage(error, 'Login failed'))
    } finally {
      setIsSubmitting(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      {needsCode ? (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the one that had the focus
        <CodeField autoFocus {...field('code')} />
      ) : (
        <>
          <EmailField {...field('email')} />
          <PasswordField className="mt-4" label="Password" autoComplete="current-password" {...field('password')} />
          <Link to="/forgot-password" className="link mt-2 inline-block text-small max-md:py-2.5">
            Forgot password?
          </Link>
        </>
      )}
      <SubmitButton busy={isSubmitting} busyLabel="Signing in..." className="mt-[18px]">
        Sign In
      </SubmitButton>
      {needsCode ? (
        <Button
          variant="quiet"
          className="mt-3 w-full"
          onClick={() => {
            setValues({ ...values, code: '' })
            show(false)
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
