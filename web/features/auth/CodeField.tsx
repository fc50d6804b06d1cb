import { TextField, type TextFieldProps } from '../../ui/Field.tsx'

/** The field for a code of the authenticator app or a recovery code. */
export function CodeField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      hint="From your authenticator app, or a recovery code."
      {...props}
    />
  )
}
