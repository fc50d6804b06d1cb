import type { Context } from '../../context.ts'
import { isUnstorable, queryRows } from '../../database/connection.ts'
import { currentAnswer } from '../../database/logPosition.ts'
import { prepared } from '../../database/pipelinedConnection.ts'
import type { LeadStatus, PropertyStatus, SyncActionKind, SyncOutcome } from '../../domain/enums.ts'
import {
  Malformed,
  QuotaExceeded,
  Refused,
  TooManyRequests,
  Unavailable,
  UserFacingError,
  check,
} from '../../domain/errors.ts'
import type { LeadWork } from '../../domain/leads/leadFields.ts'
import { clampFieldTime } from '../../domain/knocking/fieldTime.ts'
import { isUuid, parseClientId } from '../../domain/ids.ts'
import { checkLengthsIn } from '../../domain/maxLengths.ts'
import { assertCanWrite, requireTenant } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'
import { checkStorable } from '../../domain/storable.ts'
import { setDoNotKnockOnce, type DoNotKnockInput } from '../doNotKnock/doNotKnock.ts'
import { logKnocks, withdrawKnockOnce, type KnockInput } from '../knocking/knocking.ts'
import { saveKnockSession } from '../knocking/knockSessions.ts'
import { changeKnockSessionOnce } from '../knocking/sessionChanges.ts'
import { changeLeadOnce, type LeadChange } from '../leads/leadChanges.ts'
import { addLeadNote } from '../leads/leadNotes.ts'
import { changeLeadStageOnce } from '../leads/leadStages.ts'
import { saveLead, type NewLead } from '../leads/leads.ts'
import { addPropertyNote } from '../properties/addPropertyNote.ts'
import { saveProperty } from '../properties/createProperty.ts'
import type { NewProperty } from '../properties/propertyInput.ts'
import { changePropertyOnce, type PropertyEdit } from '../properties/updateProperty.ts'

/** One thing that a rep did on a phone, with or without a network. The field of its kind is set. */
export interface SyncAction {
  /** The client's id of what the action makes, or of the action itself. */
  id: string
  kind: SyncActionKind
  /** When it happened in the field, clamped to the last seven days. */
  occurredAt?: Date | null
  /** Ids of the actions that must be applied before this one. */
  dependsOn?: string[] | null
  knock?: KnockInput | null
  withdrawal?: { knockId: string } | null
  property?: NewProperty | null
  lead?: NewLead | null
  note?: { propertyId: string; text: string } | null
  status?: { leadId: string; status: LeadStatus } | null
  sessionStart?: { at?: Point | null } | null
  sessionEnd?: { sessionId: string } | null
  sessionPause?: { sessionId: string } | null
  sessionResume?: { sessionId: string } | null
  language?: { propertyId: string; language?: string | null } | null
  propertyEdit?: PropertyEdit | null
  leadWork?: (LeadWork & { leadId: string }) | null
  leadStage?: { leadId: string; stageId?: string | null } | null
  leadNote?: { leadId: string; text: string } | null
  doNotKnock?: DoNotKnockInput | null
}

export interface SyncResult {
  id: string
  outcome: SyncOutcome
  /** Why the action was refused; null if it was not. */
  error: UserFacingError | null
  /** The status of the property after a knock or a withdrawal; null for other actions. */
  status: PropertyStatus | null
  /** A position of the log up to which answers include the action; null if it was refused. */
  position: number | null
}

/** An action that this one depends on was refused or is unknown. */
export class DependencyRefused extends Refused {}

/** The maximum number of actions in one request. */
export const maxSyncActions = 200

type Applied = Pick<SyncResult, 'status'> & { replayed: boolean; position?: number | null }

/**
 * Applies the actions in order, each in a transaction of its own, except that consecutive knocks share one. A refused action
 * changes nothing and stops only those that depend on it. Returns the result of each, in order. An error that no action has
 * caused is thrown; the client then sends all actions again, and those that were applied before are replayed.
 */
export async function sync(ctx: Context, actions: readonly SyncAction[]): Promise<SyncResult[]> {
  const tenantId = requireTenant(ctx.actor)
  assertCanWrite(ctx.actor)
  check(actions.length <= maxSyncActions, `Send at most ${maxSyncActions} actions at once.`)
  const isDone = await readDependencies(ctx, tenantId, actions)
  const results: SyncResult[] = []
  for (let start = 0; start < actions.length; start = results.length) {
    const group = groupAt(actions, start)
    const applied = await applyGroup(ctx, group, isDone)
    group.forEach(({ id }, index) => {
      const result = applied[index]!
      const isRefused = result instanceof UserFacingError
      isDone.set(keyOf(id), !isRefused)
      results.push(
        isRefused
          ? { id, outcome: 'refused', error: result, status: null, position: null }
          : {
              id,
              outcome: result.replayed ? 'replayed' : 'applied',
              error: null,
              status: result.status,
              position: result.position ?? null,
            },
      )
    })
  }
  return withPositions(ctx, tenantId, results)
}

/**
 * The results with the positions that are not known: those of the events of knocks, and for an action that appended nothing, such as a
 * repeated one, the last position, which includes it.
 */
async function withPositions(ctx: Context, tenantId: string, results: SyncResult[]): Promise<SyncResult[]> {
  const isUnknown = ({ outcome, position }: SyncResult) => outcome !== 'refused' && position === null
  const ids = results.filter(isUnknown).map(({ id }) => keyOf(id))
  if (ids.length === 0) return results
  const rows = await ctx.database.query<{ id: string | null; position: string }>({ tenantId }, positionsSql, [
    tenantId,
    ids,
  ])
  const positions = new Map(rows.map(({ id, position }) => [id, Number(position)]))
  return results.map((result) =>
    isUnknown(result) ? { ...result, position: positions.get(keyOf(result.id)) ?? positions.get(null) ?? 0 } : result,
  )
}

const positionsSql = prepared(
  `select event_id as id, position from activity_events where tenant_id = $1 and event_id = any($2::uuid[])
   union all select null, position from activity_heads where tenant_id = $1`,
)

/** The action at `start`, with the knocks that follow it and do not depend on each other if it is a knock itself. */
function groupAt(actions: readonly SyncAction[], start: number): SyncAction[] {
  const ids = new Set<string>()
  for (const { id, kind, dependsOn } of actions.slice(start)) {
    if (ids.size > 0 && (kind !== 'knock' || ids.has(keyOf(id)) || dependsOn?.some((other) => ids.has(keyOf(other)))))
      break
    ids.add(keyOf(id))
    if (kind !== 'knock') break
  }
  return actions.slice(start, start + ids.size)
}

async function applyGroup(
  ctx: Context,
  group: SyncAction[],
  isDone: ReadonlyMap<string, boolean>,
): Promise<(Applied | UserFacingError)[]> {
  const results = await Promise.all(
    group.map((action) =>
      catchRefusal(async () => {
        checkStorable(action)
        checkLengthsIn('actions', action)
        if (action.dependsOn?.some((id) => !isDone.get(keyOf(id))))
          throw new DependencyRefused('Something that this depends on was refused.')
        return action.kind === 'knock' ? toKnock(action) : apply(ctx, action)
      }),
    ),
  )
  const knocks = results.filter(isKnock)
  const logged = new Map(
    knocks.length > 0 ? (await logKnocks(ctx, knocks)).map((result, index) => [knocks[index]!, result]) : [],
  )
  return results.map((result) => (isKnock(result) ? logged.get(result)! : result))
}

function isKnock(result: Applied | KnockInput | UserFacingError): result is KnockInput {
  return !(result instanceof UserFacingError) && 'propertyId' in result
}

/** The knock with the id and the time of its action. */
function toKnock({ id, occurredAt, knock }: SyncAction): KnockInput {
  const input = required(knock, 'knock')
  assertSameId(id, input.eventId)
  return { ...input, eventId: parseClientId(id), occurredAt: occurredAt ?? input.occurredAt }
}

/** Applies an action that is not a knock, and notes the position of its event. */
async function apply(ctx: Context, action: SyncAction): Promise<Applied> {
  const answer = currentAnswer()
  if (answer) answer.appended = null
  return { ...(await applyKind(ctx, action)), position: answer?.appended ?? null }
}

async function applyKind(ctx: Context, action: SyncAction): Promise<Applied> {
  const { id } = action
  const occurredAt = clampFieldTime(action.occurredAt, ctx.now())
  const changeSession = async (name: 'end' | 'pause' | 'resume', session: { sessionId: string }) =>
    withoutStatus(await changeKnockSessionOnce(ctx, name, id, session, occurredAt))
  const changeLead = async (kind: 'status' | 'leadWork', change: LeadChange & { leadId: string }) =>
    withoutStatus(await changeLeadOnce(ctx, { id, kind }, change, occurredAt))
  const changeProperty = async (kind: 'language' | 'propertyEdit', change: PropertyEdit) =>
    withoutStatus(await changePropertyOnce(ctx, { id, kind }, change, occurredAt))
  switch (action.kind) {
    case 'property': {
      const property = required(action.property, 'property')
      assertSameId(id, property.id)
      return withoutStatus(await saveProperty(ctx, { ...property, id }, occurredAt))
    }
    case 'lead': {
      const lead = required(action.lead, 'lead')
      assertSameId(id, lead.id)
      return withoutStatus(await saveLead(ctx, { ...lead, id }, occurredAt))
    }
    case 'withdrawal':
      return withdrawKnockOnce(ctx, id, required(action.withdrawal, 'withdrawal'), occurredAt)
    case 'note':
      return withoutStatus(await addPropertyNote(ctx, id, required(action.note, 'note'), occurredAt))
    case 'status':
      return changeLead('status', required(action.status, 'status'))
    case 'lead_work':
      return changeLead('leadWork', required(action.leadWork, 'leadWork'))
    case 'lead_stage':
      return withoutStatus(await changeLeadStageOnce(ctx, id, required(action.leadStage, 'leadStage'), occurredAt))
    case 'lead_note':
      return withoutStatus(await addLeadNote(ctx, { ...required(action.leadNote, 'leadNote'), id }, occurredAt))
    case 'session_start':
      return withoutStatus(
        await saveKnockSession(ctx, { ...required(action.sessionStart, 'sessionStart'), id }, occurredAt),
      )
    case 'session_end':
      return changeSession('end', required(action.sessionEnd, 'sessionEnd'))
    case 'session_pause':
      return changeSession('pause', required(action.sessionPause, 'sessionPause'))
    case 'session_resume':
      return changeSession('resume', required(action.sessionResume, 'sessionResume'))
    case 'language':
      return changeProperty('language', withLanguage(required(action.language, 'language')))
    case 'property_edit':
      return changeProperty('propertyEdit', required(action.propertyEdit, 'propertyEdit'))
    case 'do_not_knock':
      return withoutStatus(await setDoNotKnockOnce(ctx, id, required(action.doNotKnock, 'doNotKnock'), occurredAt))
    case 'knock':
      throw new Error('Knocks are applied together')
  }
}

/** Without a language it is not known. */
const withLanguage = ({ propertyId, language = null }: NonNullable<SyncAction['language']>) => ({
  propertyId,
  language,
})

const withoutStatus = ({ replayed }: { replayed: boolean }): Applied => ({ replayed, status: null })

/** Runs `work` and returns its result, or the error if this action causes it. Throws any other error. */
async function catchRefusal<T>(work: () => T | Promise<T>): Promise<T | UserFacingError> {
  try {
    return await work()
  } catch (error) {
    if (isUnstorable(error)) return new Malformed('This contains characters that cannot be stored.')
    // A used-up quota lasts for hours. What is behind the action must not wait, and its id may come again.
    const isTransient =
      error instanceof Unavailable || (error instanceof TooManyRequests && !(error instanceof QuotaExceeded))
    if (error instanceof UserFacingError && !isTransient) return error
    throw error
  }
}

function required<T>(content: T | null | undefined, field: string): T {
  check(content, `The action needs the field ${field}.`, { [field]: 'Required for this kind.' })
  return content
}

function assertSameId(id: string, other: string | null | undefined): void {
  check(!other || keyOf(other) === keyOf(id), 'The action and its content have different ids.', {
    id: 'Must be the id of the action.',
  })
}

const keyOf = (id: string) => id.toLowerCase()

/** The ids outside this request on which its actions depend, if the server knows them. */
async function readDependencies(
  ctx: Context,
  tenantId: string,
  actions: readonly SyncAction[],
): Promise<Map<string, boolean>> {
  const requested = new Set(actions.map(({ id }) => keyOf(id)))
  const ids = new Set(actions.flatMap(({ dependsOn }) => dependsOn ?? []).map(keyOf))
  const others = [...ids].filter((id) => isUuid(id) && !requested.has(id))
  if (others.length === 0) return new Map()
  const known = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ id: string }>(
      em,
      `select id from client_actions where tenant_id = $2 and id = any($1::uuid[])
       union select event_id from knocks where tenant_id = $2 and event_id = any($1::uuid[])
       union select id from properties where tenant_id = $2 and id = any($1::uuid[])
       union select id from leads where tenant_id = $2 and id = any($1::uuid[])
       union select id from knock_sessions where tenant_id = $2 and id = any($1::uuid[])`,
      [others, tenantId],
    ),
  )
  return new Map(known.map(({ id }) => [id, true]))
}
