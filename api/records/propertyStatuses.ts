import { queryRows, type EntityManager } from '../database/connection.ts'
import { statusByOutcome, type PropertyStatus } from '../domain/enums.ts'

const statuses = JSON.stringify(statusByOutcome)

/** The status that each of these locked properties must have by its knocks and what was set (propertyStatuses.sql.ts). */
export function deriveStatuses(
  em: EntityManager,
  properties: readonly { id: string }[],
): Promise<{ id: string; status: PropertyStatus }[]> {
  return queryRows(em, 'select property_id as id, status from property_statuses($1::uuid[], $2::jsonb)', [
    properties.map(({ id }) => id),
    statuses,
  ])
}

/** Gives a locked property the status that it must have, and returns it. */
export async function recomputeStatus(
  em: EntityManager,
  property: { tenantId: string; id: string },
): Promise<PropertyStatus> {
  const [derived] = await deriveStatuses(em, [property])
  await queryRows(em, 'update properties set status = $3, updated_at = now() where tenant_id = $1 and id = $2', [
    property.tenantId,
    property.id,
    derived!.status,
  ])
  return derived!.status
}
