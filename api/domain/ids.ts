import { v7 as uuidv7 } from 'uuid'
import { NotFound, Refused } from './errors.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const storedUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** Whether the text is a UUID as PostgreSQL accepts it: of any version and variant, such as the nil UUID. */
export function isStoredUuid(text: string): boolean {
  return storedUuid.test(text)
}

/** What distinguishes a record from those of all tenants: ids are unique within a tenant only. */
export interface TenantKey {
  tenantId: string
  id: string
}

/** The key as text, for maps. */
export const tenantKeyOf = ({ tenantId, id }: TenantKey): string => `${tenantId} ${id}`

/** The id of an existing thing, in lower case. Throws `NotFound` if it is not a UUID, as for an unknown id. */
export function parseId(text: string, label: string): string {
  if (!isUuid(text)) throw new NotFound(`${label} not found`)
  return text.toLowerCase()
}

/** The id that a client made for something new, in lower case. Throws `Refused` if it is not a UUID. */
export function parseClientId(text: string): string {
  if (!isUuid(text)) throw new Refused('The id must be a UUID.', { id: 'The id must be a UUID.' })
  return text.toLowerCase()
}

/** The id of a new record: the one that the client made, as `parseClientId`, or one of the server's. */
export function newRecordId(clientId: string | null | undefined): string {
  return clientId == null ? uuidv7() : parseClientId(clientId)
}

/** The event id that a client generated, in lower case. Throws `Refused` if it is not a UUID. */
export function parseEventId(text: string): string {
  if (!isUuid(text)) throw new Refused('The event id must be a UUID.', { event_id: 'The event id must be a UUID.' })
  return text.toLowerCase()
}

/** The rows by their ids. */
export function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
