import type { RegisterCompanyInput } from '../../gql/signUp/graphql.ts'
import { TimeZoneField } from '../../domain/TimeZoneField.tsx'
import { DEFAULT_TIME_ZONE, findTimeZone, timeZoneRule, timeZoneText } from '../../domain/timeZones.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useFields } from '../../lib/useFields.ts'
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
  const { field, submit, isSubmitting } = useFields<RegisterCompanyInput>({
    ...{ companyName: '', fullName: '', email: '', password: '' },
    timeZone: timeZoneText(findTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? DEFAULT_TIME_ZONE),
  })
  const send = submit(
    (fields) => onSubmit({ ...fields, timeZone: findTimeZone(fields.timeZone)! }),
    (error) => toastError(errorMessage(error, 'Registration failed')),
    ['password'],
  )
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <TextField
        label="Company Name"
        autoComplete="organization"
        fieldSize="large"
        {...field('companyName', notBlank('Company name is required'))}
      />
      <AccountFields
        fullName={field('fullName', fullNameRules)}
        email={field('email', emailRules)}
        password={field('password', newPasswordRules)}
      />
      <TimeZoneField fieldSize="large" {...field('timeZone', timeZoneRule)} />
      <SubmitButton busy={isSubmitting} busyLabel="Creating account..." className="mt-2">
        {action}
      </SubmitButton>
    </form>
  )
}
