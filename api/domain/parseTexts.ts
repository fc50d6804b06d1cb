import { Refused } from './errors.ts'
import { type Fields, isRequired, namesOf, toSnakeCase } from './fields.ts'
import { checkLengths } from './maxLengths.ts'

/**
 * Returns the text fields of `input` as they are saved. A blank text is null, or undefined for a required field, which then stays as it
 * is. Throws `TooLong` or `Refused` with the field as REST names it.
 */
export function parseTexts<Input extends object>(fields: Fields, input: Input): Partial<Input> {
  const given = input as Readonly<Record<string, string | null | undefined>>
  const names = namesOf(fields, ({ type }) => type === 'text').filter((name) => given[name] !== undefined)
  checkLengths(Object.fromEntries(names.map((name) => [toSnakeCase(name), given[name]])))
  return Object.fromEntries(names.map((name) => [name, parseText(fields, name, given[name])])) as Partial<Input>
}

function parseText(fields: Fields, name: string, text: string | null | undefined): string | null | undefined {
  const field = fields[name]!
  const trimmed = text?.trim()
  if (!trimmed) return isRequired(field) ? undefined : null
  return field.parse ? inField(toSnakeCase(name), () => field.parse!(trimmed)) : text
}

/** Runs `work`, and names the field in the error that it throws. */
export function inField<Result>(field: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refused ? new Refused(error.message, { [field]: error.message }) : error
  }
}
