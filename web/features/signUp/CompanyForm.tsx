import { useForm } from 'react-hook-form'
import type { RegisterCompanyInput } from '../../gql/signUp/graphql.ts'
import { TimeZoneField } from '../../domain/TimeZoneField.tsx'
import { DEFAULT_TIME_ZONE, findTimeZone, timeZoneRule } from '../../domain/timeZones.ts'
import { errorMessage, fieldErrorOf } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'
import { emailRules } from '../../session/person/accountRules.ts'
import { newPasswordRules, passwordHint } from '../../session/person/passwordRules.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/Field.tsx'

interface CompanyFormProps {
  /** The submit button. */
  action: string
  /** Its errors are shown here. */
  onSubmit: (input: RegisterCompanyInput) => Promise<void>
}

const required = (message: string) => ({ validate: (value: string) => value.trim() !== '' || message })

/** A person and their company. */
export function CompanyForm({ action, onSubmit }: CompanyFormProps) {
  const { register, handleSubmit, formState, setError } = useForm<RegisterCompanyInput>({
    defaultValues: {
      ...{ companyName: '', fullName: '', email: '', password: '' },
      timeZone: findTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? DEFAULT_TIME_ZONE,
    },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (fields) => {
    try {
      await onSubmit({ ...fields, timeZone: findTimeZone(fields.timeZone)! })
    } catch (error) {
      const message = fieldErrorOf(error, 'password')
      if (message) setError('password', { message }, { shouldFocus: true })
      else toastError(errorMessage(error, 'Registration failed'))
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label="Company Name"
        autoComplete="organization"
        fieldSize="large"
        error={errors.companyName?.message}
        {...register('companyName', required('Company name is required'))}
      />
      <TextField
        label="Full Name"
        autoComplete="name"
        fieldSize="large"
        error={errors.fullName?.message}
        {...register('fullName', required('Full name is required'))}
      />
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
        label="Password"
        autoComplete="new-password"
        fieldSize="large"
        hint={errors.password ? undefined : passwordHint}
        error={errors.password?.message}
        {...register('password', newPasswordRules)}
      />
      <TimeZoneField fieldSize="large" error={errors.timeZone?.message} {...register('timeZone', timeZoneRule)} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={isSubmitting}
        busyLabel="Creating account..."
        className="mt-2 h-[46px] w-full text-[0.9375rem] max-md:h-[54px] max-md:text-[1rem]"
      >
        {action}
      </Button>
    </form>
  )
}
