import { z } from 'zod'
import { priorities, propertyTypes } from '../domain/enums.ts'
import {
  describeInput,
  type Field,
  type Fields,
  type FieldTypes,
  isMandatory,
  type SnakeCase,
  toCamelCase,
  toSnakeCase,
} from '../domain/fields.ts'
import { maxLengthMessage, maxLengthOf } from '../domain/maxLengths.ts'
import { clampLimit, type PageRequest } from '../domain/paging.ts'
import { templateTags } from '../domain/templates/templateTags.ts'

/** Paging parameters of every list. */
export const pagingParameters = {
  limit: z.coerce
    .number()
    .int()
    .optional()
    .describe('Maximum number of items. Defaults to 100; a number below 1 counts as 1, and one above 1,000 as 1,000.'),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional().describe('Number of items to skip.'),
}

export function toPageRequest({ limit, offset }: { limit?: number; offset?: number }): PageRequest {
  return { limit: clampLimit(limit), offset: offset ?? 0 }
}

/** A text of at most the characters that `maxLengths` declares for its name. `missing` tells that it is required, in a sentence. */
export function limitedText(name: string, missing?: string) {
  const maxLength = maxLengthOf(name)
  return z.string(missing).max(maxLength, maxLengthMessage(maxLength))
}

/** The first and the last day of a time range, instead of a period. */
export const dayParameters = {
  from: limitedText('from')
    .optional()
    .describe("First day as YYYY-MM-DD in the tenant's time zone; with `to`, instead of the period."),
  to: limitedText('to').optional().describe('Last day as YYYY-MM-DD, at most two years after the first.'),
}

/** An optional or null text with the limit of its name. */
export function optionalText(name: string) {
  return limitedText(name).nullish()
}

/** The id of a record, as text: the use case rejects one that is not a UUID. */
export const idText = limitedText('id').meta({ format: 'uuid' })

/**
 * A property type, as text. The use case rejects other values with 422, listing the valid ones; an enum schema would
 * fail with 400.
 */
export const propertyTypeText = limitedText('tag').meta({ description: 'A property type.', enum: [...propertyTypes] })

/** A template tag, as text, for the same reason. */
export const templateTagText = limitedText('tag').meta({ description: 'A template tag.', enum: [...templateTags] })

/** The version that a change is based on. */
export const ifVersion = z
  .int()
  .nullish()
  .describe('The `version` that the change is based on. With another one, nothing changes.')

/** When `if_version` is rejected with 409. */
export const anotherVersion = 'The record does not have the version `if_version`; `current` has what is saved now.'

/** A time, parsed into a `Date`. */
export const dateTime = z.iso
  .datetime({ offset: true })
  .max(maxLengthOf('time'))
  .transform((given) => new Date(given))

/** A boolean in a query. */
export const booleanText = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => [true, 'true', '1'].includes(value))
  .meta({ type: 'boolean', anyOf: undefined })

/** The schema of a value of each type in a request. The use case rejects a tag that is none, as `propertyTypeText` tells. */
const inputsOfTypes: Record<Exclude<keyof FieldTypes, 'text' | 'propertyStatus' | 'leadStatus'>, z.ZodType> = {
  number: z.number(),
  boolean: z.boolean(),
  id: z.uuid(),
  time: dateTime,
  tag: propertyTypeText,
  tags: z.array(propertyTypeText).max(20),
  priority: z.enum(priorities),
}

type InputValue<F extends Field> = F extends { type: 'tag' }
  ? string
  : F extends { type: 'tags' }
    ? string[]
    : FieldTypes[F['type']]

/** The fields of a new record or of an update in a request. */
export function inputShape<F extends Fields, Name extends keyof F & string>(
  fields: F,
  names: readonly Name[],
  input: 'new' | 'change',
) {
  return Object.fromEntries(
    names.map((name) => {
      const field = fields[name]!
      const shape = field.type === 'text' ? limitedText(toSnakeCase(name)) : inputsOfTypes[field.type as never]
      const isMandatoryHere = input === 'new' && isMandatory(field)
      return [toSnakeCase(name), (isMandatoryHere ? shape : shape.nullish()).describe(describeInput(field, input))]
    }),
  ) as unknown as { [Key in Name as SnakeCase<Key>]: z.ZodType<InputValue<F[Key]> | null | undefined> }
}

/** The values of a request by the names of the use case. */
export function toCamelCaseKeys(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [toCamelCase(name), value as unknown]))
}
