import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { TextField, type TextFieldProps } from '../../ui/Field.tsx'

/** The email address, which is the username of an account. */
export const EmailField = (props: Omit<TextFieldProps, 'label'>) => (
  <TextField
    label="Email Address"
    type="email"
    autoComplete="username"
    inputMode="email"
    autoCapitalize="none"
    fieldSize="large"
    {...props}
  />
)

/** The button that submits a public form, as wide as its fields. */
export const SubmitButton = ({ className, ...button }: ButtonProps) => (
  <Button
    type="submit"
    variant="primary"
    size="large"
    {...button}
    className={classNames(className, 'h-[46px] w-full text-[0.9375rem] max-md:h-[54px] max-md:text-[1rem]')}
  />
)
