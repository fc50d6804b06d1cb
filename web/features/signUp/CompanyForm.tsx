import { useForm } from 'react-hook-form'
import type { RegisterCompanyInput } from '../../gql/signUp/graphql.ts'
import { TimeZoneField } from '../../domain/TimeZoneField.tsx'
import { DEFAULT_TIME_ZONE, findTimeZone, timeZoneRule } from '../../domain/timeZones.ts'
import { errorMessage } from '../../lib/errors.ts'
import { showFieldError } from '../../lib/showFieldError.ts'
import { toastError } from '../../lib/toasts.ts'
import { AccountFields } from '../../domain/AccountFields.tsx'
import { emailRules, fullNameRules, notBlank } from '../../domain/accountRules.ts'
import { newPasswordRules } from '../../domain/passwordRules.ts'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { TextField } from '../../ui/Field.tsx'

interface CompanyFormProps {
  /** The submit button. */
  action: string
  /** Its errors are shown here. */
  onSubmit: (input: RegisterCompanyInput) => Promise<void>
}

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
      if (!showFieldError(error, setError, { password: 'password' }))
        toastError(errorMessage(error, 'Registration failed'))
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label="Company Name"
        autoComplete="organization"
        fieldSize="large"
        error={errors.companyName?.message}
        {...register('companyName', notBlank('Company name is required'))}
      />
      <AccountFields
        errors={errors}
        fullName={register('fullName', fullNameRules)}
        email={register('email', emailRules)}
        password={register('password', newPasswordRules)}
      />
      <TimeZoneField fieldSize="large" error={errors.timeZone?.message} {...register('timeZone', timeZoneRule)} />
      <SubmitButton busy={isSubmitting} busyLabel="Creating account..." className="mt-2">
        {action}
      </SubmitButton>
    </form>
  )
}
