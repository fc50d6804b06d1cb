import { fieldErrorOf } from './errors.ts'

/** `setError` of a form. */
type SetError<Name extends string> = (name: Name, error: { message: string }, options: { shouldFocus: true }) => void

/**
 * Shows what the server says about a field at that field of a form and focuses it. Returns false if it says nothing about any.
 * `names` maps the fields of the form to their names in the request.
 */
export function showFieldError<Name extends string>(
  error: unknown,
  setError: SetError<Name>,
  names: Partial<Record<Name, string>>,
): boolean {
  for (const [field, name] of Object.entries(names) as [Name, string][]) {
    const message = fieldErrorOf(error, name)
    if (!message) continue
    setError(field, { message }, { shouldFocus: true })
    return true
  }
  return false
}
