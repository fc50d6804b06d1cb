import type { ListOrder, ResolvedOrder } from '../../database/listOrder.ts'
import type { Bind } from '../../database/parameters.ts'
import type { ActivityOrderField } from '../../domain/enums.ts'
import { isUuid } from '../../domain/ids.ts'
import { isDatabaseTimestamp, isPosition, readCursor, writeCursor } from '../../domain/paging.ts'
import { platformTenantId } from '../../events/catalog.ts'

/** The order of the activity log. Events of one person or type are always latest first. */
export type ActivityOrder = ListOrder<ActivityOrderField>

/** The sort keys other than time, as SQL expressions of an event `e` and of the user `named` who caused it. */
export const activityKeys: Record<Exclude<ActivityOrderField, 'time'>, string> = {
  // Events without a person are last.
  person: `(lower(coalesce(named.full_name, chr(1114109))) collate "C")`,
  type: `(e.type collate "C")`,
}

export function resolveActivityOrder(order: ActivityOrder | null | undefined): ResolvedOrder<ActivityOrderField> {
  const field = order?.field ?? 'time'
  return { field, direction: order?.direction ?? (field === 'time' ? 'desc' : 'asc') }
}

/** A place in the log of a tenant. */
interface Place {
  /** The recording time, as PostgreSQL prints it. */
  at: string
  tenantId: string
  position: number
}

/** The cursor of an event. Those of the order by time name no field. */
export function encodeActivityCursor(
  field: ActivityOrderField,
  { cursorAt, tenantId, position, cursorKey }: { cursorAt: string; cursorKey: string | null } & Omit<Place, 'at'>,
): string {
  return writeCursor(cursorAt, tenantId, position, ...(field === 'time' ? [] : [field, cursorKey!]))
}

/** Throws `Malformed` for a cursor that is not of this order. */
function decodeActivityCursor(field: ActivityOrderField, cursor: string): Place & { key: string } {
  const ofEvent = [isDatabaseTimestamp, (part: string) => isUuid(part) || part === platformTenantId, isPosition]
  const ofField = [(part: string) => part === field, (part: string) => !part.includes('\0')]
  const checks = field === 'time' ? ofEvent : [...ofEvent, ...ofField]
  const [at, tenantId, position, , key = ''] = readCursor(cursor, checks, 4)
  return { at: at!, tenantId: tenantId!, position: Number(position), key }
}

/** The SQL conditions under which an event `e` of the log `l` comes after the cursor. */
export function afterActivityCursor(
  { field, direction }: ResolvedOrder<ActivityOrderField>,
  cursor: string,
  bind: Bind,
): string[] {
  const place = decodeActivityCursor(field, cursor)
  const [at, tenantId, position] = [bind(place.at), bind(place.tenantId), bind(place.position)]
  const comparison = direction === 'asc' ? '>' : '<'
  const event = '(e.recorded_at, e.tenant_id, e.position)'
  const cursorEvent = `(${at}::timestamptz, ${tenantId}::uuid, ${position}::bigint)`
  if (field !== 'time') {
    const key = `${bind(place.key)}::text`
    const own = activityKeys[field]
    // The first condition skips people before the cursor without reading their events.
    return [`${own} ${comparison}= ${key}`, `(${own} ${comparison} ${key} or ${event} < ${cursorEvent})`]
  }
  // The first condition restricts each log to a range of its index. The second separates events recorded at the same time.
  return [
    // Positions are in order of recording time.
    direction === 'asc'
      ? `e.position >= case when l.tenant_id = ${tenantId} then ${position}::bigint + 1
           else activity_position_from(l.tenant_id, ${at}::timestamptz) end`
      : `e.position < case when l.tenant_id = ${tenantId} then ${position}::bigint
           else activity_position_from(l.tenant_id, ${at}::timestamptz + interval '1 microsecond') end`,
    `${event} ${comparison} ${cursorEvent}`,
  ]
}
