import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { PropertyType } from '../../domain/enums.ts'

/** Makes `tags`, in this order, the tags of the property; the first is its chosen type (spec §3). */
export async function setTags(
  em: EntityManager,
  property: { tenantId: string; id: string },
  tags: PropertyType[],
): Promise<void> {
  await queryRows(em, 'delete from property_tags where property_id = $1 and tag <> all($2)', [property.id, tags])
  if (tags.length === 0) return
  await queryRows(
    em,
    `insert into property_tags (tenant_id, property_id, tag, position)
     select $1, $2, tag, position from unnest($3::text[]) with ordinality as given (tag, position)
     on conflict (tenant_id, property_id, tag) do update set position = excluded.position`,
    [property.tenantId, property.id, tags],
  )
}

/** Puts `tag` among the property's tags when it is not there yet, after the others. */
export async function addTag(
  em: EntityManager,
  property: { tenantId: string; id: string },
  tag: PropertyType,
): Promise<void> {
  await queryRows(
    em,
    `insert into property_tags (tenant_id, property_id, tag, position)
     select $1::uuid, $2::uuid, $3, coalesce(max(position), 0) + 1 from property_tags where property_id = $2::uuid
     on conflict do nothing`,
    [property.tenantId, property.id, tag],
  )
}
