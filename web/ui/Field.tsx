import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from './classNames.ts'

interface FieldProps {
  label: string
  /** An error message below the field, linked to it. */
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
  'field-box w-full px-3 placeholder:text-ink-3 read-only:bg-sunken read-only:text-ink-2 max-md:text-[1rem]'

/** A labeled text input with hint and error. */
export function TextField({
  label,
  error,
  hint,
  optional,
  isRequired,
  fieldSize = 'normal',
  className,
  ...input
}: TextFieldProps) {
  const ids = useFieldIds(input.id)
  return (
    <FieldFrame {...{ ids, label, error, hint, optional, isRequired, className }}>
      <input
        type="text"
        {...input}
        {...ariaPropsOf(ids, error, hint)}
        className={classNames(boxClasses, heights[fieldSize])}
      />
    </FieldFrame>
  )
}

/** A password input with a button that shows the password. */
export function PasswordField({
  label,
  error,
  hint,
  optional,
  isRequired,
  fieldSize = 'normal',
  className,
  ...input
}: TextFieldProps) {
  const ids = useFieldIds(input.id)
  const [isShown, setIsShown] = useState(false)
  return (
    <FieldFrame {...{ ids, label, error, hint, optional, isRequired, className }}>
      <span className="relative block">
        <input
          {...input}
          {...ariaPropsOf(ids, error, hint)}
          type={isShown ? 'text' : 'password'}
          className={classNames(boxClasses, 'pr-12', heights[fieldSize])}
        />
        <button
          type="button"
          aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
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
export function TextArea({
  label,
  error,
  hint,
  optional,
  isRequired,
  fieldSize: _size,
  className,
  ...textareaProps
}: TextAreaProps) {
  const ids = useFieldIds(textareaProps.id)
  return (
    <FieldFrame {...{ ids, label, error, hint, optional, isRequired, className }}>
      <textarea
        rows={4}
        {...textareaProps}
        {...ariaPropsOf(ids, error, hint)}
        className={classNames(boxClasses, 'min-h-20 py-2 text-body')}
      />
    </FieldFrame>
  )
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

function ariaPropsOf(ids: FieldIds, error: string | undefined, hint: ReactNode) {
  return {
    id: ids.input,
    'aria-invalid': error ? (true as const) : undefined,
    'data-invalid': error ? '' : undefined,
    'aria-describedby': classNames(error && ids.error, Boolean(hint) && ids.hint) || undefined,
  }
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
        {isRequired && (
          <span aria-hidden className="text-bad">
            {' *'}
          </span>
        )}
        {optional && <span className="font-normal text-ink-3"> optional</span>}
      </label>
      {children}
      {error && (
        <p id={ids.error} className="mt-1.5 flex items-start gap-1.5 text-small text-bad">
          <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={ids.hint} className="mt-1.5 text-small text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}
