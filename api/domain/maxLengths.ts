import { defaultMaxLength } from './defaultMaxLength.ts'
import { Malformed } from './errors.ts'
import { maxLengthsOf, toCamelCase, toSnakeCase } from './fields.ts'
import { ownerNameParts, visitFields } from './imports/visitFields.ts'
import { leadFields } from './leads/leadFields.ts'
import { propertyFields } from './properties/propertyFields.ts'

/**
 * The maximum number of characters of each text from outside, by its name in REST. Both transports refuse longer ones before
 * anything reads them: REST by its schemas (`limitedText`), GraphQL by a walk over the arguments (`graphql/textLimits.ts`), for
 * which `ownerName` is `owner_name`. A text that is not named here has at most `defaultMaxLength`. Use cases may allow less, and
 * say so in their own words.
 */
export const maxLengths = {
  ...maxLengthsOf(propertyFields),
  ...maxLengthsOf(leadFields),
  ...maxLengthsOf(visitFields),
  ...maxLengthsOf(ownerNameParts),
  note: 2_000,
  text: 2_000,
  reason: 500,
  email: 320,
  password: 4_096,
  new_password: 4_096,
  search: 500,
  query: 4_096,
  url: 4_096,
  /** A cursor has a value of the order in base64, such as an address. */
  after: 4_096,
  return_address: 500,
  /** The text of a city's list. JSON has at most 1 MB; a longer list is uploaded as a file. */
  list_text: 900_000,
  /** The name of a file of parcels. */
  dataset: 63,
  /** Column headings in JSON, as a field of a form. */
  mapping: 20_000,
  /** What words mean in JSON, as a field of a form. */
  words: 40_000,
} as const

const limitsByName = new Map<string, number>(
  Object.entries(maxLengths).flatMap(([name, limit]) => [
    [name, limit],
    [toCamelCase(name), limit],
  ]),
)

/** The maximum number of characters of the text with this name in REST or in GraphQL. */
export function maxLengthOf(name: string): number {
  return limitsByName.get(name) ?? defaultMaxLength
}

export function maxLengthMessage(maxLength: number): string {
  return `At most ${maxLength.toLocaleString('en-US')} characters.`
}

/** A text is longer than the maximum for its name. */
export class TooLong extends Malformed {
  /** The name as the caller wrote it; the message has the name in REST. */
  readonly argument: string
  readonly limit: number

  constructor(argument: string, limit: number) {
    // The caller may have chosen the name, of any length.
    const field = toSnakeCase(argument.slice(0, 100))
    const message = maxLengthMessage(limit)
    super(`${field}: ${message}`, { [field]: message })
    this.argument = argument
    this.limit = limit
  }
}

/** Throws `TooLong` for the first text that is longer than the maximum for its name. */
export function checkLengths(texts: { [field in keyof typeof maxLengths]?: string | null | undefined }): void {
  for (const [field, text] of Object.entries(texts)) checkLength(field, text)
}

/**
 * Throws `TooLong` for a text anywhere in `input` that is longer than the maximum for its name: the property that has it, or the
 * list that has it. Outside of objects, the name is `name`.
 */
export function checkLengthsIn(name: string, input: unknown): void {
  const stack: [name: string, container: object][] = []
  const check = (field: string, value: unknown) => {
    if (typeof value === 'string') checkLength(field, value)
    else if (typeof value === 'object' && value !== null) stack.push([field, value])
  }
  check(name, input)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [field, container] = next
    if (Array.isArray(container)) for (const item of container) check(field, item)
    else for (const [inner, value] of Object.entries(container)) check(inner, value)
  }
}

function checkLength(field: string, text: string | null | undefined): void {
  const limit = maxLengthOf(field)
  if (text && text.length > limit) throw new TooLong(field, limit)
}
