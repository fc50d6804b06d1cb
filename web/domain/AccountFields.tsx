import type { UseFormRegisterReturn } from 'react-hook-form'
import { EmailField, PasswordField, TextField } from '../ui/Field.tsx'
import { passwordHint } from './passwordRules.ts'

type FieldProps = UseFormRegisterReturn & { error: string | undefined }

interface AccountFieldsProps extends Record<'fullName' | 'email' | 'password', FieldProps> {
  /** Why the address cannot be changed, if it cannot. */
  fixedEmailHint?: string | undefined
}

/** The name, address and password of a new account. */
export function AccountFields({ fullName, email, password, fixedEmailHint }: AccountFieldsProps) {
  return (
    <>
      <TextField label="Full Name" autoComplete="name" fieldSize="large" {...fullName} />
      <EmailField fieldSize="large" readOnly={fixedEmailHint !== undefined} hint={fixedEmailHint} {...email} />
      <PasswordField label="Password" autoComplete="new-password" fieldSize="large" hint={passwordHint} {...password} />
    </>
  )
}
