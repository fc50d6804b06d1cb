import { NotFound, Refused } from './errors.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** The id of an existing thing. What is no id at all is as unknown as one that nobody has: `NotFound`. */
export function parseId(text: string, what: string): string {
  if (!isUuid(text)) throw new NotFound(`${what} not found`)
  return text.toLowerCase()
}

/** An id that the client chose for a fact. Throws `Refused` when it is no UUID. */
export function parseEventId(text: string): string {
  if (!isUuid(text)) throw new Refused('The event id must be a UUID.', { event_id: 'The event id must be a UUID.' })
  return text.toLowerCase()
}
