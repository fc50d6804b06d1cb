import type { Context } from '../../context.ts'
import { isUnstorable, queryRows } from '../../database/connection.ts'
import { currentAnswer } from '../../database/logPosition.ts'
import { prepared } from '../../database/pipelinedConnection.ts'
import type { PropertyStatus, SyncOutcome } from '../../domain/enums.ts'
import {
  Malformed,
  QuotaExceeded,
  Refused,
  TooManyRequests,
  Unavailable,
  UserFacingError,
  check,
} from '../../domain/errors.ts'
import { isUuid, parseClientId } from '../../domain/ids.ts'
import { checkLengthsIn } from '../../domain/maxLengths.ts'
import { assertCanWrite, requireTenant } from '../../domain/permissions.ts'
import { checkStorable } from '../../domain/storable.ts'
import { logKnocks, type KnockInput } from '../knocking/knocking.ts'
import { applyAction, assertSameId, keyOf, required, type SyncAction } from './syncActions.ts'

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
  return { ...(await applyAction(ctx, action)), position: answer?.appended ?? null }
}

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
