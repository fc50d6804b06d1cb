import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { addressKeyOf } from '../../domain/addresses/addressKey.ts'
import { isSameDoorNumber } from '../../domain/addresses/compareHouses.ts'
import { streetNumberOf } from '../../domain/addresses/houseNumbers.ts'
import { parseAddress } from '../../domain/addresses/parseAddress.ts'
import { cellOf } from '../../domain/cells.ts'
import { Unavailable } from '../../domain/errors.ts'
import { isKnownOwner } from '../../domain/owner.ts'
import { pointKey } from '../../domain/point.ts'
import type { Priority, PropertyStatus, PropertyType } from '../../domain/enums.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { manualOwnerSource } from '../properties/propertyInput.ts'
import { propertyRefOf } from '../properties/propertyRows.ts'
import { inBatches } from '../../domain/batches.ts'
import type { HouseValues } from './reading/rowFormats.ts'

/** The `repId` of a house that is saved by an import and assigned to nobody. */
const noRepId = '00000000-0000-0000-0000-000000000000'

/** A house that an import creates. */
export interface NewHouse {
  id: string
  row: number
  values: HouseValues
  tags: PropertyType[]
  priority: Priority
  status: PropertyStatus
  assignedTo: string | null
  createdAt: Date
}

/** The columns of `properties` that an import sets, with their types in PostgreSQL. */
const columnTypes = {
  id: 'uuid',
  address: 'text',
  street_number: 'text',
  street_name: 'text',
  city: 'text',
  state: 'text',
  zip_code: 'text',
  lat: 'float8',
  lng: 'float8',
  cell: 'bigint',
  point5: 'text',
  point6: 'text',
  owner_name: 'text',
  owner_address: 'text',
  owner_source: 'text',
  owner_phone: 'text',
  owner_email: 'text',
  parcel_id: 'text',
  unconfirmed: 'boolean',
  neighborhood: 'text',
  notes: 'text',
  priority: 'text',
  status: 'text',
  assigned_to: 'uuid',
  created_at: 'timestamptz',
}
type HouseRow = Record<keyof typeof columnTypes, unknown>
const columns = Object.keys(columnTypes)

function toRow({ id, values, priority, status, assignedTo, createdAt }: NewHouse): HouseRow {
  const point = { lat: values.lat!, lng: values.lng! }
  const { address } = values as { address: string }
  return {
    id,
    ...doorAtPoint(values),
    street_name: values.streetName ?? (parseAddress(address, values).street || null),
    city: values.city ?? null,
    state: values.state ?? null,
    zip_code: values.zipCode ?? null,
    ...point,
    cell: String(cellOf(point)),
    point6: pointKey(point, 6),
    owner_name: values.ownerName ?? null,
    owner_address: values.ownerAddress ?? null,
    owner_source:
      values.ownerSource ?? (isKnownOwner(values.ownerName) || values.ownerAddress ? manualOwnerSource : null),
    owner_phone: values.ownerPhone ?? null,
    owner_email: values.ownerEmail ?? null,
    parcel_id: values.parcelId ?? null,
    unconfirmed: values.unconfirmed ?? false,
    neighborhood: values.neighborhood ?? values.zipCode ?? values.city ?? null,
    notes: values.notes ?? null,
    priority,
    status,
    assigned_to: assignedTo,
    created_at: createdAt,
  }
}

/**
 * Saves new houses with their tags, each with a `PropertySaved` event. A house that nobody is assigned to is saved by no rep. Throws
 * `Unavailable` if one of them was saved since the rows were compared.
 */
export async function saveHouses(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  houses: readonly NewHouse[],
  reached: (done: number) => Promise<void>,
): Promise<void> {
  const isGlobalAdmin = ctx.actor!.role === 'global_admin'
  await inBatches(
    houses,
    async (batch) => {
      const rows = batch.map(toRow)
      await assertNotSaved(em, tenantId, rows)
      await queryRows(
        em,
        `insert into properties (tenant_id, ${columns.join(', ')}, created_by, updated_at)
         select $1, ${columns.map((name) => `r.${name}`).join(', ')}, $3, $4
         from jsonb_to_recordset($2::jsonb) as r (${Object.entries(columnTypes)
           .map(([name, type]) => `${name} ${type}`)
           .join(', ')})`,
        [tenantId, JSON.stringify(rows), ctx.actor!.userId, ctx.now()],
      )
      const tags = batch.flatMap(({ id, tags }) => tags.map((tag, index) => ({ id, tag, position: index + 1 })))
      await queryRows(
        em,
        `insert into property_tags (tenant_id, property_id, tag, position)
         select $1, * from unnest($2::uuid[], $3::text[], $4::integer[])`,
        [tenantId, tags.map(({ id }) => id), tags.map(({ tag }) => tag), tags.map(({ position }) => position)],
      )
      for (const [index, { id, tags, priority, assignedTo, createdAt }] of batch.entries()) {
        const ref = propertyRefOf({ id, neighborhood: rows[index]!.neighborhood as string | null })
        record({
          type: 'PropertySaved',
          occurredAt: createdAt,
          subjectId: id,
          data: { ...ref, repId: assignedTo ?? noRepId, tags, priority },
        })
        // A house that a global admin saves belongs to nobody until it is assigned.
        if (assignedTo && isGlobalAdmin)
          record({ type: 'PropertyAssigned', subjectId: id, data: { ...ref, from: null, to: assignedTo } })
      }
    },
    reached,
  )
}

async function assertNotSaved(em: EntityManager, tenantId: string, rows: readonly HouseRow[]): Promise<void> {
  if ((await findTakenDoors(em, tenantId, rows)).length > 0)
    throw new Unavailable('Houses of the file were saved by others meanwhile.')
}

/** The rule of `createProperty`, one house with a number and unit at a point: the places in `rows` of those that are saved already. */
export async function findTakenDoors(
  em: EntityManager,
  tenantId: string,
  rows: readonly DoorAtPoint[],
): Promise<number[]> {
  const saved = await queryRows<{ at: number; address: string }>(
    em,
    `select wanted.at::int as at, p.address from unnest($2::text[], $3::text[]) with ordinality as wanted (point5, street_number, at)
     join properties p on p.tenant_id = $1 and p.point5 = wanted.point5 and p.street_number = wanted.street_number`,
    [tenantId, rows.map(({ point5 }) => point5), rows.map((row) => row.street_number)],
  )
  const isSaved = ({ at, address }: { at: number; address: string }) =>
    isSameDoorNumber(addressKeyOf({ address }), addressKeyOf({ address: rows[at - 1]!.address as string }))
  return saved.filter(isSaved).map(({ at }) => at - 1)
}

/** What makes a house one of its own: only one with this number and unit can be saved at a point. */
export type DoorAtPoint = Pick<HouseRow, 'address' | 'point5' | 'street_number'>

export function doorAtPoint(values: HouseValues): DoorAtPoint {
  const address = values.address!
  return {
    address,
    point5: pointKey({ lat: values.lat!, lng: values.lng! }, 5),
    street_number: values.streetNumber?.trim() || streetNumberOf(address),
  }
}
