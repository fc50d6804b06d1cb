import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { LeadStatus, Priority, PropertyType } from '../../domain/enums.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { leadFieldColumns, type StoredLeadFields } from '../leads/leadFields.ts'
import { addTag } from '../properties/propertyTags.ts'
import { inBatches } from './batches.ts'
import type { ChangedHouse } from './changeHouses.ts'

/** A lead that an import creates. */
export interface NewLead {
  id: string
  row: number
  propertyId: string
  tag: PropertyType
  priority: Priority
  status: LeadStatus
  repId: string
  createdAt: Date
  completedAt: Date | null
  fields: StoredLeadFields
}

/** What events about a saved lead contain, and what tells whether it was changed. */
export interface SavedLead {
  id: string
  propertyId: string
  neighborhood: string | null
  city: string | null
  repId: string
  tag: PropertyType
  status: LeadStatus
  /** A stage of contacted leads; null without one. */
  stageId: string | null
  version: number
  createdAt: Date
  completedAt: Date | null
  address: string
}

const fieldColumns = Object.values(leadFieldColumns).join(', ')

type Place = { neighborhood: string | null; city: string | null }

/**
 * Saves new leads, each with a `LeadCreated` event at its creation time and, unless it is new, a `LeadStatusChanged` event, so that
 * it counts in the hours in which it happened. `places` has the house of each.
 */
export async function saveLeads(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  leads: readonly NewLead[],
  places: ReadonlyMap<string, Place>,
  reached: (done: number) => Promise<void>,
): Promise<void> {
  await inBatches(
    leads,
    async (batch) => {
      await queryRows(
        em,
        `insert into leads (tenant_id, id, property_id, tag, priority, status, template_data, rep_id, created_at, completed_at,
           updated_at, ${fieldColumns})
         select $1, r.id, r."propertyId", r.tag, r.priority, r.status, jsonb_build_object('priority', r.priority), r."repId",
           r."createdAt", r."completedAt", $3, ${Object.keys(leadFieldColumns)
             .map((name) => `r."${name}"`)
             .join(', ')}
         from jsonb_to_recordset($2::jsonb) as r (id uuid, "propertyId" uuid, tag text, priority text, status text, "repId" uuid,
           "createdAt" timestamptz, "completedAt" timestamptz, "assignedTo" uuid, "followUpAt" timestamptz, "valueCents" int,
           source text, "contactName" text, "contactPhone" text, "contactEmail" text)`,
        [tenantId, JSON.stringify(batch.map(({ fields, ...lead }) => ({ ...lead, ...fields }))), ctx.now()],
      )
      for (const { id, propertyId, tag, priority, status, repId, createdAt, completedAt, fields } of batch) {
        const ref = { propertyId, ...places.get(propertyId)!, leadId: id, repId, tag }
        record({ type: 'LeadCreated', occurredAt: createdAt, subjectId: propertyId, data: { ...ref, priority } })
        if (fields.assignedTo)
          record({
            type: 'LeadAssigned',
            occurredAt: createdAt,
            subjectId: propertyId,
            data: { ...ref, from: null, to: fields.assignedTo },
          })
        if (status !== 'new')
          record({
            type: 'LeadStatusChanged',
            occurredAt: completedAt ?? createdAt,
            subjectId: propertyId,
            data: { ...ref, from: 'new', to: status, countedAt: null },
          })
      }
    },
    reached,
  )
}

/** Adds tags to locked houses. */
export async function addTags(
  em: EntityManager,
  tenantId: string,
  changes: readonly Pick<ChangedHouse, 'before' | 'change'>[],
): Promise<void> {
  const houses = Map.groupBy(
    changes.flatMap(({ before, change }) =>
      change.tags!.filter((tag) => !before.tags.includes(tag)).map((tag) => ({ tag, id: before.id })),
    ),
    ({ tag }) => tag,
  )
  for (const [tag, tagged] of houses)
    await inBatches(tagged, (batch) =>
      addTag(
        em,
        tenantId,
        batch.map(({ id }) => id),
        tag,
      ),
    )
}

/** Locks the leads in id order and returns those that still exist. Their houses must be locked before. */
export async function lockLeads(
  em: EntityManager,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, SavedLead>> {
  const leads = new Map<string, SavedLead>()
  await inBatches([...new Set(ids)].toSorted(), async (batch) => {
    await queryRows(
      em,
      `select from properties p where p.tenant_id = $1
         and p.id in (select l.property_id from leads l where l.tenant_id = $1 and l.id = any($2::uuid[]))
       order by p.id for key share`,
      [tenantId, batch],
    )
    const found = await queryRows<SavedLead>(
      em,
      `select l.id, l.property_id as "propertyId", p.neighborhood, p.city, l.rep_id as "repId", l.tag, l.status, l.stage_id as "stageId", l.version,
         l.created_at as "createdAt", l.completed_at as "completedAt", p.address
       from leads l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id
       where l.tenant_id = $1 and l.id = any($2::uuid[]) order by l.id for update of l`,
      [tenantId, batch],
    )
    for (const lead of found) leads.set(lead.id, lead)
  })
  return leads
}

export function leadRefOf({ id, propertyId, repId, tag, neighborhood, city }: SavedLead) {
  return { leadId: id, propertyId, repId, tag, neighborhood, city }
}

/** Sets the status of locked leads, each with a `LeadStatusChanged` event at `at`, or at the creation of the lead if that is later. */
export async function changeLeads(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  changes: readonly { before: SavedLead; status: LeadStatus; at: Date; stageId?: string | null }[],
): Promise<void> {
  await inBatches(changes, async (batch) => {
    const rows = batch.map(({ before, status, at, stageId = before.stageId }) => {
      const occurredAt = at < before.createdAt ? before.createdAt : at
      return {
        id: before.id,
        status,
        occurredAt,
        completedAt: status === 'completed' ? occurredAt : null,
        // Only contacted leads have a stage.
        stageId: status === 'contacted' ? stageId : null,
      }
    })
    await queryRows(
      em,
      `update leads l set status = r.status, completed_at = r."completedAt", stage_id = r."stageId", updated_at = $3
       from jsonb_to_recordset($2::jsonb) as r (id uuid, status text, "completedAt" timestamptz, "stageId" uuid)
       where l.tenant_id = $1 and l.id = r.id`,
      [tenantId, JSON.stringify(rows), ctx.now()],
    )
    for (const [index, { before, status }] of batch.entries()) {
      const { occurredAt, stageId } = rows[index]!
      const subjectId = before.propertyId
      const countedAt = before.completedAt?.toISOString() ?? null
      record({
        type: 'LeadStatusChanged',
        occurredAt,
        subjectId,
        data: { ...leadRefOf(before), from: before.status, to: status, countedAt },
      })
      if (stageId !== before.stageId)
        record({
          type: 'LeadStageChanged',
          occurredAt,
          subjectId,
          data: { ...leadRefOf(before), from: before.stageId, to: stageId },
        })
    }
  })
}
