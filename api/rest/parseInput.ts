import type { z } from 'zod'
import { Malformed, Refused, type FieldErrors } from '../domain/errors.ts'
import { maxLengthMessage } from '../domain/maxLengths.ts'

type Issue = z.core.$ZodIssue

/** Each item of a list can have an error of its own. */
const maxReportedErrors = 100

/**
 * Parses the input of a route. Throws `Refused` (422) if nothing but required fields is missing, and `Malformed` (400) for
 * values of the wrong type, with a message for every field, at most 100.
 */
export function parseInput<T extends z.ZodType>(shape: T, input: unknown): z.output<T> {
  const result = shape.safeParse(input, { error: (issue) => describeIssue(issue as Issue) })
  if (result.success) return result.data
  const missing: FieldErrors = {}
  const invalid: FieldErrors = {}
  for (const issue of result.error.issues.slice(0, maxReportedErrors)) {
    const { path, message } = issue
    const field = path.join('.') || 'body'
    const ownMessage = message !== describeIssue(issue)
    if (path.length > 0 && isMissing(input, path))
      missing[field] = ownMessage ? message : `${labelOf(path)} is required`
    else invalid[field] = message
  }
  const [firstInvalid] = Object.entries(invalid)
  const errors = { ...missing, ...invalid }
  if (firstInvalid) throw new Malformed(firstInvalid.join(': '), errors)
  throw new Refused(Object.values(missing)[0]!, errors)
}

function isMissing(input: unknown, path: PropertyKey[]): boolean {
  const value = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null)?.[key], input)
  return value === undefined || value === null
}

const labels: Record<string, string> = { lat: 'Latitude', lng: 'Longitude', zip_code: 'ZIP code' }

/** The name of a field for people: `full_name` is 'Full name', `tenant_id` is 'Tenant'. */
function labelOf(path: PropertyKey[]): string {
  const name = String(path.findLast((key) => typeof key === 'string') ?? 'body')
  const words = name.replace(/_id$/, '').replaceAll('_', ' ')
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const typeMessages: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  nan: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
}

const formatMessages: Record<string, string> = {
  uuid: 'Must be an id (a UUID).',
  guid: 'Must be an id (a UUID).',
  datetime: 'Must be a time with a time zone, such as 2026-11-18T14:40:00Z.',
  date: 'Must be a day, such as 2026-11-18.',
  url: 'Must be a URL.',
}

/** What a value must be. Schemas with a message of their own are not described here. */
function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessages[issue.expected] ?? 'Is not valid.'
    case 'invalid_value':
      return `Must be one of: ${issue.values.join(', ')}.`
    case 'invalid_format':
      return formatMessages[issue.format] ?? 'Is not valid.'
    case 'invalid_union':
      // The first alternative is the usual form; the others are accepted for compatibility.
      return issue.errors[0]?.[0] ? describeIssue(issue.errors[0][0]) : 'Is not valid.'
    case 'unrecognized_keys':
      return `Unknown fields: ${issue.keys.join(', ')}.`
    case 'too_big':
      return describeLimit(issue.origin, 'At most', Number(issue.maximum))
    case 'too_small':
      return describeLimit(issue.origin, 'At least', Number(issue.minimum))
    default:
      return 'Is not valid.'
  }
}

function describeLimit(origin: string, comparison: string, limit: number): string {
  const size = limit.toLocaleString('en-US')
  if (origin === 'string' && comparison === 'At most') return maxLengthMessage(limit)
  const units: Record<string, string> = { string: ' characters', array: ' items' }
  return `${comparison} ${size}${units[origin] ?? ''}.`
}
