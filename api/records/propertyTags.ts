import { queryRows, type EntityManager } from '../database/connection.ts'
import { sendTogether } from '../database/sendTogether.ts'
import type { PropertyType } from '../domain/enums.ts'

/** Replaces the tags of properties, in this order. The first one is the chosen type (spec §3). Leaves their versions. */
export async function replaceTags(
  em: EntityManager,
  tenantId: string,
  properties: readonly { id: string; tags: readonly PropertyType[] }[],
): Promise<void> {
  if (properties.length === 0) return
  await sendTogether([
    queryRows(em, 'delete from property_tags where tenant_id = $1 and property_id = any($2::uuid[])', [
      tenantId,
      properties.map(({ id }) => id),
    ]),
    insertTags(em, tenantId, properties),
  ])
}

/** Stores the tags of properties that have none. */
export async function insertTags(
  em: EntityManager,
  tenantId: string,
  properties: readonly { id: string; tags: readonly PropertyType[] }[],
): Promise<void> {
  const tags = properties.flatMap(({ id, tags }) => tags.map((tag, index) => ({ id, tag, position: index + 1 })))
  if (tags.length === 0) return
  await queryRows(
    em,
    `insert into property_tags (tenant_id, property_id, tag, position)
     select $1, * from unnest($2::uuid[], $3::text[], $4::integer[])`,
    [tenantId, tags.map(({ id }) => id), tags.map(({ tag }) => tag), tags.map(({ position }) => position)],
  )
}

/**
 * Adds `tag` after the tags of each property that does not have it yet, and raises the version of these. `propertyIds` has no
 * duplicates. The caller has locked the properties, with at least `for no key update`.
 */
export async function addTag(
  em: EntityManager,
  tenantId: string,
  propertyIds: string[],
  tag: PropertyType,
): Promise<void> {
  await queryRows(
    em,
    `with added as (
       insert into property_tags (tenant_id, property_id, tag, position)
       select $1::uuid, p.id, $3, coalesce((select max(position) from property_tags t
         where t.tenant_id = $1::uuid and t.property_id = p.id), 0) + 1
       from unnest($2::uuid[]) as p (id) on conflict do nothing returning property_id
     )
     update properties p set version = p.version + 1 from added where p.tenant_id = $1::uuid and p.id = added.property_id`,
    [tenantId, propertyIds, tag],
  )
}
