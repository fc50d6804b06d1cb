import { v7 as uuidv7 } from 'uuid'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import { rowsTable } from '../database/rowsTable.ts'
import { sendTogether } from '../database/sendTogether.ts'
import { inBatches } from '../domain/batches.ts'
import { statusByOutcome, type KnockOutcome, type PropertyStatus } from '../domain/enums.ts'
import { byId } from '../domain/ids.ts'
import type { WriteContext, WriteTransaction } from '../log/transact.ts'
import { propertyRefOf } from './propertyRows.ts'
import { deriveStatuses } from './propertyStatuses.ts'
import { noRepId } from './propertyWrites.ts'

// The writes of visits that a file brings. Reps log their knocks with `log_knocks`.

/** A visit at a locked property. */
export interface ImportedVisit {
  property: { id: string; neighborhood: string | null }
  outcome: KnockOutcome
  at: Date
  /** Null for somebody without an account. */
  repId: string | null
  note: string | null
}

const visitTypes = {
  eventId: 'uuid',
  propertyId: 'uuid',
  repId: 'uuid',
  outcome: 'text',
  note: 'text',
  occurredAt: 'timestamptz',
  counted: 'boolean',
}

/**
 * Saves visits as knocks at their dates, each with a `DoorKnocked`, and gives their properties the status that follows from them. Leaves
 * out those that are saved already. Only visits of users count as work, and only if `countsAsWork` is set.
 */
export async function insertImportedVisits(
  { em, record }: WriteTransaction,
  tenantId: string,
  importId: string,
  visits: readonly ImportedVisit[],
  countsAsWork: boolean,
): Promise<void> {
  await inBatches(visits, async (batch) => {
    const rows = batch.map(({ property, outcome, at, repId, note }) => ({
      ...{ eventId: uuidv7(), propertyId: property.id, repId: repId ?? noRepId, outcome, note, occurredAt: at },
      counted: countsAsWork && repId !== null,
    }))
    const { values, bind } = createParameters(tenantId, importId)
    const insert = queryRows<{ id: string }>(
      em,
      `insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, note, occurred_at, counted, import_id)
       select $1, r."eventId", r."propertyId", r."repId", r.outcome, r.note, r."occurredAt", r.counted, $2
       from ${rowsTable<string>(visitTypes, rows, bind)}
       where not exists (select from knocks k where k.tenant_id = $1 and k.property_id = r."propertyId"
         and k.occurred_at = r."occurredAt" and k.rep_id = r."repId" and k.outcome = r.outcome and k.withdrawn_at is null)
       order by r."eventId" returning event_id as id`,
      values,
    )
    const withStatus = rows.flatMap(({ propertyId, outcome }) => (statusByOutcome[outcome] ? propertyId : []))
    const [inserted] = await sendTogether([insert, updateStatuses(em, tenantId, withStatus)])
    const saved = new Set(inserted.map(({ id }) => id))
    for (const [at, { eventId, propertyId, repId, outcome, occurredAt, counted }] of rows.entries())
      if (saved.has(eventId))
        record({
          ...{ type: 'DoorKnocked', eventId, occurredAt, subjectId: propertyId },
          data: { ...propertyRefOf(batch[at]!.property), repId, outcome, sessionId: null, imported: true, counted },
        })
  })
}

/** Withdraws the visits that an import has saved at these locked properties, so that they have the status as without them. */
export async function withdrawImportedVisits(
  ctx: WriteContext,
  { em, record }: WriteTransaction,
  tenantId: string,
  importId: string,
  properties: readonly { id: string; neighborhood: string | null }[],
): Promise<void> {
  const byProperty = byId(properties)
  await inBatches(properties, async (batch) => {
    const withdrawn = await queryRows<{
      knockId: string
      propertyId: string
      repId: string
      occurredAt: Date
      counted: boolean
    }>(
      em,
      `update knocks set withdrawn_at = $4
       where tenant_id = $1 and import_id = $2 and property_id = any($3::uuid[]) and withdrawn_at is null
       returning event_id as "knockId", property_id as "propertyId", rep_id as "repId", occurred_at as "occurredAt", counted`,
      [tenantId, importId, batch.map(({ id }) => id), ctx.now()],
    )
    const statuses = await updateStatuses(
      em,
      tenantId,
      withdrawn.map(({ propertyId }) => propertyId),
    )
    for (const { knockId, propertyId, repId, occurredAt, counted } of withdrawn)
      record({
        ...{ type: 'KnockWithdrawn', subjectId: propertyId },
        data: {
          ...propertyRefOf(byProperty.get(propertyId)!),
          ...{ repId, knockId, countedAt: occurredAt.toISOString(), status: statuses.get(propertyId)! },
          ...(!counted && { counted }),
        },
      })
  })
}

/** Gives the locked properties the status that they must have, and returns it. */
async function updateStatuses(
  em: EntityManager,
  tenantId: string,
  propertyIds: readonly string[],
): Promise<Map<string, PropertyStatus>> {
  const ids = [...new Set(propertyIds)]
  if (ids.length === 0) return new Map()
  const derived = await deriveStatuses(
    em,
    ids.map((id) => ({ id })),
  )
  const { values, bind } = createParameters(tenantId)
  await queryRows(
    em,
    `update properties p set status = r.status, updated_at = now()
     from ${rowsTable({ id: 'uuid', status: 'text' }, derived, bind)}
     where p.tenant_id = $1 and p.id = r.id and p.status <> r.status`,
    values,
  )
  return new Map(derived.map(({ id, status }) => [id, status]))
}
