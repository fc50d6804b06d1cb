import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { EmailField, PasswordField, TextField } from '../ui/Field.tsx'
import { passwordHint } from './passwordRules.ts'

type Name = 'fullName' | 'email' | 'password'

interface AccountFieldsProps extends Record<Name, UseFormRegisterReturn> {
  errors: Partial<Record<Name, FieldError>>
  /** Why the address cannot be changed, if it cannot. */
  fixedEmailHint?: string | undefined
}

/** The name, address and password of a new account. */
export function AccountFields({ fullName, email, password, errors, fixedEmailHint }: AccountFieldsProps) {
  return (
    <>
      <TextField
        label="Full Name"
        autoComplete="name"
        fieldSize="large"
        error={errors.fullName?.message}
        {...fullName}
      />
      <EmailField
        fieldSize="large"
        readOnly={fixedEmailHint !== undefined}
        hint={fixedEmailHint}
        error={errors.email?.message}
        {...email}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        fieldSize="large"
        hint={errors.password ? undefined : passwordHint}
        error={errors.password?.message}
        {...password}
      />
    </>
  )
}
