import type { Request } from 'express'
import type { Context } from '../context.ts'
import { Malformed } from '../domain/errors.ts'
import type { RouteDescription } from './routeDefinition.ts'
import { acceptsIdempotencyKey } from './openapi.ts'
import { claimIdempotencyKey, storeResponse, releaseIdempotencyKey } from '../usecases/auth/idempotency.ts'
import { problemOf } from './problems.ts'

export interface RouteResult {
  status: number
  /** As it is sent. */
  body: unknown
  replayed: boolean
}

/**
 * What `run` answers; with an Idempotency-Key, what it answered the first time. Refusals are kept like answers; what
 * failed on our side, or came too often, is not, so that it may be sent again.
 */
export async function runOnce(
  ctx: Context,
  route: RouteDescription,
  request: Request,
  run: () => Promise<unknown>,
): Promise<RouteResult> {
  const success = route.status ?? 200
  const key = acceptsIdempotencyKey(route) ? readKey(request) : null
  if (key === null) return { status: success, body: await run(), replayed: false }
  const stored = await claimIdempotencyKey(ctx, key, fingerprintInput(ctx, request))
  if (stored) return { status: stored.status, body: JSON.parse(stored.answer), replayed: true }
  const answer = await run().catch(async (error: unknown) => {
    const problem = problemOf(error)
    if (problem.status < 500 && problem.status !== 429)
      await storeResponse(ctx, key, { status: problem.status, answer: JSON.stringify(problem) })
    else await releaseIdempotencyKey(ctx, key).catch(() => undefined)
    throw error
  })
  // It is done, and the sender must hear so; whoever asks again meanwhile is told that it is not known.
  await storeResponse(ctx, key, { status: success, answer: JSON.stringify(answer) }).catch(() => undefined)
  return { status: success, body: answer, replayed: false }
}

function readKey(request: Request): string | null {
  const key = request.get('Idempotency-Key')
  if (key === undefined) return null
  if (key.length === 0 || key.length > 255) throw new Malformed('An Idempotency-Key has 1 to 255 characters.')
  return key
}

/** Everything that makes the request what it is: under another tenant or view it is another one. */
function fingerprintInput({ actor }: Context, { method, originalUrl, body }: Request): string {
  return JSON.stringify([method, originalUrl, actor?.tenantId, actor?.viewedRole, (body as unknown) ?? null])
}
