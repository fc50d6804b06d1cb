import { Button, type ButtonProps } from './Button.tsx'
import { classNames } from './classNames.ts'

/** The button at the end of a form that fills its screen, such as the sign-in. */
export const SubmitButton = ({ className, ...props }: ButtonProps) => (
  <Button type="submit" variant="primary" size="tall" className={classNames('w-full', className)} {...props} />
)
