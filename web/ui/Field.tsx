import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from './classNames.ts'

interface FieldProps {
  label: string
  /** An error message below the field, linked to it, in place of the hint. */
  error?: string | undefined
  hint?: ReactNode
  /** Adds 'optional' to the label. */
  optional?: boolean
  /** Adds an asterisk to the label. The form validates. */
  isRequired?: boolean
  fieldSize?: 'normal' | 'large'
}

export type TextFieldProps = FieldProps & ComponentProps<'input'>
export type TextAreaProps = FieldProps & ComponentProps<'textarea'>

const heights = { normal: 'h-10 text-body max-md:h-12', large: 'h-11 text-[0.9375rem] max-md:h-13' }
const boxClasses =
  'field-box block w-full px-3 placeholder:text-ink-3 read-only:bg-sunken read-only:text-ink-2 max-md:text-[1rem]'

/** A labeled text input with hint and error. */
export function TextField({ fieldSize = 'normal', ...props }: TextFieldProps) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <input type="text" {...control} className={classNames(boxClasses, heights[fieldSize])} />
    </FieldFrame>
  )
}

/** The input of an email address. Outside of sign-in and sign-up, set `autoComplete`: the address is that of somebody else. */
export const EmailField = (props: Omit<TextFieldProps, 'label' | 'type'>) => (
  <TextField
    label="Email Address"
    type="email"
    autoComplete="username"
    inputMode="email"
    autoCapitalize="none"
    {...props}
  />
)

/** A password input with a button that shows the password. */
export function PasswordField({ fieldSize = 'normal', ...props }: TextFieldProps) {
  const { frame, control } = useField(props)
  const [isShown, setIsShown] = useState(false)
  return (
    <FieldFrame {...frame}>
      <span className="relative block">
        <input
          {...control}
          type={isShown ? 'text' : 'password'}
          className={classNames(boxClasses, 'pr-12', heights[fieldSize])}
        />
        <button
          type="button"
          aria-label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-button text-ink-2 hover:text-ink max-md:w-12"
        >
          {isShown ? <EyeOff aria-hidden size={18} /> : <Eye aria-hidden size={18} />}
        </button>
      </span>
    </FieldFrame>
  )
}

/** A labeled textarea with hint and error. */
export function TextArea({ fieldSize: _size, ...props }: TextAreaProps) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <textarea rows={4} {...control} className={classNames(boxClasses, 'min-h-20 py-2 text-body')} />
    </FieldFrame>
  )
}

/** Splits the props of a field into those of its frame and those of its control, which are linked by ids. */
function useField<
  Props extends FieldProps & { id?: string | undefined; className?: string | undefined; value?: unknown },
>(props: Props) {
  const { label, error, hint, optional, isRequired, className, ...control } = props
  const ids = useFieldIds(props.id)
  return {
    frame: { ids, label, error, hint, optional, isRequired, className },
    control: {
      ...control,
      id: ids.input,
      'data-empty': props.value === '' ? '' : undefined,
      'aria-invalid': error ? (true as const) : undefined,
      'data-invalid': error ? '' : undefined,
      'aria-describedby': error ? ids.error : hint ? ids.hint : undefined,
    },
  }
}

interface FieldIds {
  input: string
  error: string
  hint: string
}

/** The ids that link a field to its label, hint and error. */
export function useFieldIds(givenId?: string): FieldIds {
  const generatedId = useId()
  const input = givenId ?? generatedId
  return { input, error: `${input}-error`, hint: `${input}-hint` }
}

/** The label, the control, its error and its hint. Also for custom controls. */
export function FieldFrame({
  ids,
  label,
  error,
  hint,
  optional,
  isRequired,
  className,
  children,
}: Omit<FieldProps, 'fieldSize'> & { ids: FieldIds; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={ids.input} className="mb-1.5 block text-small font-[550] text-ink">
        {label}
        {isRequired && <RequiredMark />}
        {optional && <span className="font-normal text-ink-3"> optional</span>}
      </label>
      {children}
      {error && (
        <p id={ids.error} className="mt-1.5 flex items-start gap-1.5 text-small text-bad">
          <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
          {error}
        </p>
      )}
      {hint && !error && (
        <p id={ids.hint} className="mt-1.5 text-small text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The asterisk after a label. */
export const RequiredMark = () => (
  <span aria-hidden className="text-bad">
    {' *'}
  </span>
)
