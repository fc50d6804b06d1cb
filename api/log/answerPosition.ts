import type { Context } from '../context.ts'
import { AnswerPosition, trackPosition } from '../database/logPosition.ts'

/**
 * Runs `work` and resolves to its result with the position of the log of the actor's tenant that the result includes; null for
 * an actor without a tenant. The position was read in the transaction of the first statement, or it is that of an earlier
 * answer, so that `work` has read what was committed up to it. It costs no round trip. With `isOneChange`, `work` answers what it has
 * changed, which it reads after its own last event.
 */
export async function withPosition<T>(
  ctx: Context,
  work: () => Promise<T>,
  isOneChange = false,
): Promise<[result: T, position: number | null]> {
  const tenantId = ctx.actor?.tenantId
  if (!tenantId) return [await work(), null]
  const known = ctx.caches.logPositions.get(tenantId) ?? 0
  const answer = new AnswerPosition(tenantId)
  const result = await trackPosition(answer, work)
  const position = Math.max(known, answer.included ?? 0, (isOneChange && answer.appended) || 0)
  ctx.caches.logPositions.set(tenantId, position)
  return [result, position]
}
