import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { StageColor } from '../../domain/enums.ts'
import { NotFound, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { ownNameKey, parseOwnName } from '../../domain/ownNames.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { changeLeads, lockLeads, type LeadValues, type LockedLead } from '../../records/leadWrites.ts'
import { lockAllLeads, maxBatchSize, ownersOf, selectLeadsOfOneTenant } from './leadRows.ts'

/** A step of the tenant's own that a contacted lead can be in. */
export interface LeadStage {
  tenantId: string
  id: string
  name: string
  color: StageColor
}

export interface LeadStageInput {
  /** An existing stage that is kept; without an id the stage is new. */
  id?: string | null
  name: string
  color: StageColor
}

export const maxStages = 12

const stageColumns = 's.tenant_id as "tenantId", s.id, s.name, s.color'

/** The stages of the tenant, in its order; none by default. */
export async function listLeadStages(ctx: Context): Promise<LeadStage[]> {
  authorize(ctx.actor, 'lead.read')
  const tenantId = requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, (em) => findStages(em, tenantId))
}

/** The stages with these ids that the actor may see. */
export async function readLeadStages(ctx: Context, ids: readonly string[]): Promise<LeadStage[]> {
  authorize(ctx.actor, 'lead.read')
  const scope = readScope(ctx)
  return ctx.database.within(scope, (em) =>
    queryRows<LeadStage>(
      em,
      `select ${stageColumns} from lead_stages s where s.tenant_id = :tenant and s.id = any($1::uuid[])`,
      [ids],
    ),
  )
}

/**
 * Replaces the stages of the tenant, in the given order. The leads of a stage that is left out have none afterwards. Records nothing
 * if they are the same. Throws
 * `Refused` for an empty, long or repeated name and for more than 12 stages, and `NotFound` for an id that is not one of the
 * tenant's stages.
 */
export async function setLeadStages(ctx: Context, stages: readonly LeadStageInput[]): Promise<LeadStage[]> {
  authorize(ctx.actor, 'lead.setStages')
  const tenantId = requireTenant(ctx.actor)
  const given = parseStages(stages)
  // Each batch is a transaction of its own, because it locks the tenant's log. A repeated call continues where one ended.
  await clearRemovedStages(ctx, tenantId, given)
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const before = await lockStages(em, tenantId)
    assertKnown(given, before)
    const rows = given.map(({ id, ...stage }, position) => ({ ...stage, id: id ?? uuidv7(), position }))
    const isKept = ({ id, name, color, position }: (typeof rows)[number]) =>
      before.some(
        (stage) => stage.id === id && stage.name === name && stage.color === color && stage.position === position,
      )
    const saved = rows.map(({ id, name, color }) => ({ tenantId, id, name, color }))
    if (rows.length === before.length && rows.every(isKept)) return saved
    const removed = before.filter(({ id }) => !rows.some((row) => row.id === id))
    const [used] = await queryRows(
      em,
      'select from leads where tenant_id = $1 and stage_id = any($2::uuid[]) limit 1',
      [tenantId, removed.map(({ id }) => id)],
    )
    check(!used, 'Leads were moved to a removed stage meanwhile. Save the stages again.')
    await queryRows(em, 'delete from lead_stages where tenant_id = $1 and id = any($2::uuid[])', [
      tenantId,
      removed.map(({ id }) => id),
    ])
    await queryRows(
      em,
      `insert into lead_stages (tenant_id, id, name, color, position)
       select $1, r.id, r.name, r.color, r.position
       from jsonb_to_recordset($2::jsonb) as r (id uuid, name text, color text, position int)
       on conflict (tenant_id, id) do update
         set name = excluded.name, color = excluded.color, position = excluded.position`,
      [tenantId, JSON.stringify(rows)],
    )
    record({ type: 'LeadStagesSet', data: { stageIds: rows.map(({ id }) => id) } })
    return saved
  })
}

/**
 * Puts leads into a stage, all or none, and returns how many changed. A stage means that the lead is contacted, so it sets that
 * status; null removes the stage and keeps the status. Throws as `setLeadStatus` does, and `NotFound` for an unknown stage.
 */
export async function setLeadStage(ctx: Context, ids: readonly string[], stageId: string | null): Promise<number> {
  authorize(ctx.actor, 'lead.changeStatus')
  const selected = await selectLeadsOfOneTenant(ctx, ids)
  const { tenantId } = selected
  const id = stageId === null ? null : parseId(stageId, 'Stage')
  return transactInTenant(ctx, tenantId, async (transaction) => {
    if (id) await lockStage(transaction.em, tenantId, id)
    const leads = await lockAllLeads(transaction, tenantId, selected.ids)
    return moveToStage(ctx, transaction, tenantId, leads, id)
  })
}

/**
 * Puts a lead into a stage, or into none with null, once for each `actionId`, a client-made id. `occurredAt` is when it happened in the
 * field. Returns whether it was already done. Throws as `setLeadStage` does.
 */
export async function changeLeadStageOnce(
  ctx: Context,
  actionId: string,
  { leadId, stageId }: { leadId: string; stageId?: string | null },
  occurredAt: Date,
): Promise<{ replayed: boolean }> {
  authorize(ctx.actor, 'lead.changeStatus')
  const tenantId = requireTenant(ctx.actor)
  const ids = { leadId: parseId(leadId, 'Lead'), stageId: stageId ? parseId(stageId, 'Stage') : null }
  const action = { id: actionId, kind: 'leadStage' as const, content: ids }
  const done = await transactOnce(ctx, tenantId, action, async (transaction) => {
    if (ids.stageId) await lockStage(transaction.em, tenantId, ids.stageId)
    const leads = await lockAllLeads(transaction, tenantId, [ids.leadId])
    authorize(ctx.actor, 'lead.changeStatus', ownersOf(leads[0]!))
    await moveToStage(ctx, transaction, tenantId, leads, ids.stageId, occurredAt)
    return ids
  })
  return { replayed: done === null }
}

function moveToStage(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
  leads: LockedLead[],
  stageId: string | null,
  at = ctx.now(),
): Promise<number> {
  const change: LeadValues = stageId ? { status: 'contacted', stageId } : { stageId }
  return changeLeads(
    ctx,
    transaction,
    tenantId,
    leads.map((before) => ({ before, change, at })),
  )
}

/** Takes the leads out of the stages that are not among `given`. */
async function clearRemovedStages(ctx: Context, tenantId: string, given: LeadStageInput[]): Promise<void> {
  const stages = await ctx.database.within({ tenantId }, (em) => findStages(em, tenantId))
  assertKnown(given, stages)
  const removed = stages.map(({ id }) => id).filter((id) => !given.some((stage) => stage.id === id))
  if (removed.length === 0) return
  for (;;) {
    const found = await ctx.database.within({ tenantId }, (em) =>
      queryRows<{ id: string }>(
        em,
        `select id from leads where tenant_id = $1 and stage_id = any($2::uuid[]) order by id limit ${maxBatchSize}`,
        [tenantId, removed],
      ),
    )
    if (found.length === 0) return
    await transactInTenant(ctx, tenantId, async (transaction) => {
      const ids = found.map(({ id }) => id)
      const leads = await lockLeads(transaction, tenantId, ids)
      const inRemoved = leads.filter(({ stageId }) => stageId && removed.includes(stageId))
      await moveToStage(ctx, transaction, tenantId, inRemoved, null)
    })
  }
}

function parseStages(stages: readonly LeadStageInput[]): LeadStageInput[] {
  check(stages.length <= maxStages, `At most ${maxStages} stages.`, { stages: `At most ${maxStages} stages.` })
  const given = stages.map(({ id, name, color }) => ({
    id: id ? parseId(id, 'Stage') : null,
    name: parseOwnName(name, 'each stage', 'stages'),
    color,
  }))
  const refuse = (isValid: boolean, message: string) => check(isValid, message, { stages: message })
  const isDistinct = (values: string[]) => new Set(values).size === values.length
  refuse(isDistinct(given.map(({ name }) => ownNameKey(name))), 'Each stage needs a name of its own.')
  refuse(isDistinct(given.flatMap(({ id }) => id ?? [])), 'A stage is given twice.')
  return given
}

function assertKnown(given: readonly LeadStageInput[], stages: readonly LeadStage[]): void {
  for (const { id } of given) if (id && !stages.some((stage) => stage.id === id)) throw new NotFound('Stage not found')
}

function findStages(em: EntityManager, tenantId: string): Promise<LeadStage[]> {
  return queryRows<LeadStage>(
    em,
    `select ${stageColumns} from lead_stages s where s.tenant_id = $1 order by s.position, s.id`,
    [tenantId],
  )
}

async function lockStages(em: EntityManager, tenantId: string): Promise<(LeadStage & { position: number })[]> {
  // Locks of rows do not hold up another transaction that adds stages.
  await queryRows(em, `select pg_advisory_xact_lock(hashtextextended('lead stages ' || $1, 0))`, [tenantId])
  return queryRows(
    em,
    `select ${stageColumns}, s.position from lead_stages s where s.tenant_id = $1 order by s.id for update`,
    [tenantId],
  )
}

/** Keeps a stage from being removed until the transaction ends. Throws `NotFound` for an unknown one. */
async function lockStage(em: EntityManager, tenantId: string, id: string): Promise<void> {
  const [found] = await queryRows(em, 'select from lead_stages where tenant_id = $1 and id = $2 for key share', [
    tenantId,
    id,
  ])
  if (!found) throw new NotFound('Stage not found')
}
