import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { EventRecordKind } from '../../domain/enums.ts'
import { isUuid, tenantKeyOf, type TenantKey } from '../../domain/ids.ts'

/** The lead, house or file that an event is about, as it is called now. */
export interface EventRecord {
  kind: EventRecordKind
  id: string
  /** The address of the lead or property; the file name of the template. */
  label: string
}

interface EventFacts {
  tenantId: string
  data: Record<string, unknown>
}

/** By tenant and id. */
type Names = Map<string, string>

/** What an event is about. */
interface EventSubject {
  /** Null for an event that is about none, or a deleted one. */
  record: EventRecord | null
  /** The address of the property if it was deleted in the last 90 days; else null. */
  deletedAddress: string | null
}

/** Returns a function that finds what one of `events` is about. */
export async function readEventRecords(
  em: EntityManager,
  events: readonly EventFacts[],
): Promise<(event: EventFacts) => EventSubject> {
  const tenantIds = [...new Set(events.map(({ tenantId }) => tenantId))]
  const read = async (name: string, table: string, label: string, id = 'id'): Promise<Names> => {
    const ids = [...new Set(events.flatMap((event) => idIn(event, name) ?? []))]
    if (ids.length === 0) return new Map()
    const found = await queryRows<TenantKey & { label: string }>(
      em,
      `select tenant_id as "tenantId", ${id} as id, ${label} as label from ${table} where tenant_id = ${tenantIds.length === 1 ? '$1' : 'any($1::uuid[])'} and ${id} = any($2::uuid[])`,
      [tenantIds.length === 1 ? tenantIds[0] : tenantIds, ids],
    )
    return new Map(found.map((row) => [tenantKeyOf(row), row.label]))
  }
  const addresses = await read('propertyId', 'properties', 'address')
  const deleted = await read('propertyId', 'deleted_addresses', 'address', 'property_id')
  const leads = await read('leadId', 'leads', `''`)
  const filenames = await read('templateId', 'templates', 'filename')
  const recordOf = (event: EventFacts): EventRecord | null => {
    const [leadId, propertyId, templateId] = ['leadId', 'propertyId', 'templateId'].map((name) => idIn(event, name))
    const { tenantId } = event
    const address = propertyId ? addresses.get(tenantKeyOf({ tenantId, id: propertyId })) : undefined
    if (leadId && address !== undefined && leads.has(tenantKeyOf({ tenantId, id: leadId })))
      return { kind: 'lead', id: leadId, label: address }
    if (propertyId && address !== undefined) return { kind: 'property', id: propertyId, label: address }
    const filename = templateId ? filenames.get(tenantKeyOf({ tenantId, id: templateId })) : undefined
    return templateId && filename !== undefined ? { kind: 'template', id: templateId, label: filename } : null
  }
  return (event) => {
    const record = recordOf(event)
    const propertyId = record ? null : idIn(event, 'propertyId')
    const key = propertyId && tenantKeyOf({ tenantId: event.tenantId, id: propertyId })
    return { record, deletedAddress: (key && deleted.get(key)) ?? null }
  }
}

function idIn({ data }: EventFacts, name: string): string | null {
  const value = data[name]
  return typeof value === 'string' && isUuid(value) ? value : null
}
