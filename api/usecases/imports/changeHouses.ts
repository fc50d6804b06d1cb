import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { isKnownOwner } from '../../domain/owner.ts'
import type { PropertyStatus, PropertyType } from '../../domain/enums.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { manualOwnerSource, type PropertyChange } from '../properties/propertyInput.ts'
import { propertyColumns, propertyRefOf, type PropertyView } from '../properties/propertyRows.ts'
import { inBatches } from '../../domain/batches.ts'

/** The fields of a saved house that an import can change. */
export type HouseChange = Omit<PropertyChange, 'streetNumber'> & {
  ownerAddress?: string | null
  ownerSource?: string | null
  status?: PropertyStatus
}

const scalarTypes = {
  owner_name: 'text',
  owner_address: 'text',
  owner_source: 'text',
  owner_phone: 'text',
  owner_email: 'text',
  parcel_id: 'text',
  unconfirmed: 'boolean',
  notes: 'text',
  priority: 'text',
  status: 'text',
  assigned_to: 'uuid',
} as const
const scalarKeys = [
  'ownerName',
  'ownerAddress',
  'ownerSource',
  'ownerPhone',
  'ownerEmail',
  'parcelId',
  'unconfirmed',
  'notes',
  'priority',
  'status',
  'assignedTo',
] as const satisfies (keyof HouseChange & keyof PropertyView)[]

/** Locks the houses, in id order, and returns those that still exist. */
export async function lockHouses(
  em: EntityManager,
  tenantId: string,
  ids: readonly string[],
  lockMode: 'for no key update' | 'for update' = 'for no key update',
): Promise<Map<string, PropertyView>> {
  const houses = new Map<string, PropertyView>()
  await inBatches([...new Set(ids)].toSorted(), async (batch) => {
    await queryRows(
      em,
      `select from properties where tenant_id = $1 and id = any($2::uuid[]) order by id ${lockMode}`,
      [tenantId, batch],
    )
    // A second statement, because the first one's snapshot is older than the commits it waited for.
    const found = await queryRows<PropertyView>(
      em,
      `select ${propertyColumns} from properties p where p.tenant_id = $1 and p.id = any($2::uuid[])`,
      [tenantId, batch],
    )
    for (const house of found) houses.set(house.id, house)
  })
  return houses
}

/** The given fields whose values differ. An owner name without an address removes the address of the owner before. */
export function differencesFrom(before: PropertyView, change: HouseChange): HouseChange {
  const changesOwner = change.ownerName !== undefined && change.ownerName !== before.ownerName
  const requested: HouseChange = {
    ...change,
    ...(changesOwner && {
      ownerSource: change.ownerSource ?? manualOwnerSource,
      ownerAddress: change.ownerAddress ?? (isKnownOwner(before.ownerName) ? null : before.ownerAddress),
    }),
  }
  return Object.fromEntries(
    Object.entries(requested).filter(([key, value]) =>
      value === undefined
        ? false
        : key === 'tags'
          ? (value as PropertyType[]).join() !== before.tags.join()
          : value !== (before[key as keyof PropertyView] ?? null),
    ),
  )
}

export interface ChangedHouse {
  before: PropertyView
  /** Only what differs. */
  change: HouseChange
}

/** The values before the change, to be restored by another change. */
export function previousOf({ before, change }: ChangedHouse): Record<string, unknown> {
  return Object.fromEntries(Object.keys(change).map((key) => [key, before[key as keyof PropertyView] ?? null]))
}

/** Changes locked houses, each with the events of `updateProperty`. */
export async function changeHouses(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  changes: readonly ChangedHouse[],
  reached?: (done: number) => Promise<void>,
): Promise<void> {
  await inBatches(
    changes,
    async (batch) => {
      const rows = batch.map(({ before, change }) => ({
        id: before.id,
        version: change.tags ? before.version + 1 : before.version,
        ...Object.fromEntries(
          Object.keys(scalarTypes).map((column, index) => {
            const key = scalarKeys[index]!
            return [column, change[key] === undefined ? before[key] : change[key]]
          }),
        ),
      }))
      await queryRows(
        em,
        `update properties p set version = r.version, updated_at = $3,
           ${Object.keys(scalarTypes)
             .map((name) => `${name} = r.${name}`)
             .join(', ')}
         from jsonb_to_recordset($2::jsonb) as r (id uuid, version integer, ${Object.entries(scalarTypes)
           .map(([name, type]) => `${name} ${type}`)
           .join(', ')})
         where p.tenant_id = $1 and p.id = r.id`,
        [tenantId, JSON.stringify(rows), ctx.now()],
      )
      const retagged = batch.filter(({ change }) => change.tags)
      if (retagged.length > 0) await replaceTags(em, tenantId, retagged)
      for (const { before, change } of batch) {
        const { assignedTo, ...fields } = change
        const ref = propertyRefOf(before)
        if (Object.keys(fields).length > 0)
          record({ type: 'PropertyEdited', subjectId: before.id, data: { ...ref, fields: Object.keys(fields) } })
        if (assignedTo !== undefined)
          record({
            type: 'PropertyAssigned',
            subjectId: before.id,
            data: { ...ref, from: before.assignedTo ?? null, to: assignedTo },
          })
      }
    },
    reached,
  )
}

async function replaceTags(em: EntityManager, tenantId: string, houses: readonly ChangedHouse[]): Promise<void> {
  const ids = houses.map(({ before }) => before.id)
  await queryRows(em, 'delete from property_tags where tenant_id = $1 and property_id = any($2::uuid[])', [
    tenantId,
    ids,
  ])
  const tags = houses.flatMap(({ before, change }) =>
    change.tags!.map((tag, index) => ({ id: before.id, tag, position: index + 1 })),
  )
  await queryRows(
    em,
    `insert into property_tags (tenant_id, property_id, tag, position)
     select $1, * from unnest($2::uuid[], $3::text[], $4::integer[])`,
    [tenantId, tags.map(({ id }) => id), tags.map(({ tag }) => tag), tags.map(({ position }) => position)],
  )
}
