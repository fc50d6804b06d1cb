import { z } from 'zod'
import { propertyTypes } from '../domain/enums.ts'
import { maxLengthMessage, maxLengthOf } from '../domain/maxLengths.ts'
import { clampLimit, type PageRequest } from '../domain/paging.ts'
import { templateTags } from '../domain/templates/templateTags.ts'

/** Paging parameters of every list. */
export const pagingParameters = {
  limit: z.coerce.number().int().optional().describe('Maximum number of items, at most 1,000. Defaults to 100.'),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional().describe('Number of items to skip.'),
}

export function toPageRequest({ limit, offset }: { limit?: number; offset?: number }): PageRequest {
  return { limit: clampLimit(limit), offset: offset ?? 0 }
}

/** A text of at most the characters that `maxLengths` declares for its name. */
export function limitedText(name: string) {
  const maxLength = maxLengthOf(name)
  return z.string().max(maxLength, maxLengthMessage(maxLength))
}

/** An optional or null text with the limit of its name. */
export function optionalText(name: string) {
  return limitedText(name).nullish()
}

/** The id of a record, as text: the use case rejects one that is not a UUID. */
export const idText = limitedText('id')

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
export const booleanText = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')
