import { type DefaultValues, type FieldValues, type Path, type RegisterOptions, useForm } from 'react-hook-form'
import { fieldErrorOf } from './errors.ts'

/** A form of react-hook-form, with the props of its inputs. */
export function useFields<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  options: { shouldUnregister?: boolean } = {},
) {
  const form = useForm<Values>({ defaultValues, ...options })
  const { errors, isSubmitting } = form.formState
  return {
    ...form,
    isSubmitting,
    /** The props of a field: its name and handlers, and what is wrong with its value. */
    field: <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
      ...form.register(name, rules),
      error: (errors as Partial<Record<string, { message?: string }>>)[name]?.message,
    }),
    /**
     * Sends valid values. What the server says about one of `answered` is shown at that field, which gets the focus; other failures go to
     * `onFailure`.
     */
    submit: (
      send: (values: Values) => unknown,
      onFailure: (error: unknown) => void = throwError,
      answered: readonly Path<Values>[] = [],
    ) =>
      form.handleSubmit(async (values) => {
        try {
          await send(values)
        } catch (error) {
          for (const name of answered) {
            const message = fieldErrorOf(error, toRestName(name))
            if (message) return form.setError(name, { message }, { shouldFocus: true })
          }
          onFailure(error)
        }
      }),
  }
}

const throwError = (error: unknown) => {
  throw error
}

/** 'newPassword' is new_password in REST, whose names errors have. */
const toRestName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
