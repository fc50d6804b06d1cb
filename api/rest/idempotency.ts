import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { v5 as uuidv5 } from 'uuid'
import type { Context } from '../context.ts'
import { Malformed } from '../domain/errors.ts'
import { reportErrorAt } from '../domain/faults.ts'
import { claimIdempotencyKey, releaseIdempotencyKey, storeResponse } from '../usecases/auth/idempotency.ts'
import { replayedHeaders } from './clientIds.ts'
import { acceptsIdempotencyKey } from './openapi.ts'
import { problemOf } from './problems.ts'
import { type Call, isFileResponse, type RepeatableRequest, type RouteDescription } from './routeDefinition.ts'
import type { Upload } from './upload.ts'

export interface RouteResult {
  status: number
  /** The response body as JSON value. */
  body: unknown
  replayed: boolean
}

/**
 * Runs `run` and returns its result; with an Idempotency-Key, returns the stored result of the first request. Errors
 * below 500 are stored too, except 429. Other failures release the key, so that the request can be retried. A file is not
 * stored: `run` makes it again, and records nothing for a repeated request.
 */
export async function runOnce(
  ctx: Context,
  route: RouteDescription,
  { request, response, upload }: Pick<Call<never, never>, 'request' | 'response' | 'upload'>,
  run: (repeatable?: RepeatableRequest) => Promise<unknown>,
): Promise<RouteResult> {
  const success = route.status ?? 200
  const key = acceptsIdempotencyKey(route) ? readKey(request) : null
  if (key === null) return { status: success, body: await run(), replayed: false }
  const stored = await claimIdempotencyKey(ctx, key, fingerprintInput(ctx, request, upload))
  const isFile = isFileResponse(route.response)
  const eventId = uuidv5(`${ctx.actor!.userId} ${key}`, eventIdNamespace)
  if (stored && isFile && stored.status < 400) {
    response.setHeaders(replayedHeaders)
    return { status: success, body: await run({ eventId, isRepeat: true }), replayed: true }
  }
  if (stored) return { status: stored.status, body: JSON.parse(stored.answer), replayed: true }
  const body = await run(isFile ? { eventId, isRepeat: false } : undefined).catch(async (error: unknown) => {
    const problem = problemOf(error)
    // After these errors the same request may succeed.
    const isTemporary = problem.status >= 500 || problem.status === 429 || problem.password_required
    if (!isTemporary) await storeResponse(ctx, key, { status: problem.status, answer: JSON.stringify(problem) })
    else await releaseIdempotencyKey(ctx, key).catch(reportErrorAt('idempotency key'))
    throw error
  })
  // The request has succeeded, so report success even if storing the result fails. A retry then fails with an unknown
  // outcome instead of running twice.
  await storeResponse(ctx, key, { status: success, answer: JSON.stringify(body ?? null) }).catch(
    reportErrorAt('idempotency key'),
  )
  return { status: success, body, replayed: false }
}

/** Any constant UUID: it separates these ids from others that are made of the same texts. */
const eventIdNamespace = '5b1a9a52-63c5-4d0f-9a1e-3f0f6c9d7a11'

/** The Idempotency-Key of a request; null without one. */
export function readKey(request: Request): string | null {
  const key = request.get('Idempotency-Key')
  if (key === undefined) return null
  if (key.length === 0 || key.length > 255) throw new Malformed('An Idempotency-Key has 1 to 255 characters.')
  return key
}

/** The parts that identify a request. Tenant and viewed role are included because they change its meaning. */
function fingerprintInput(
  { actor }: Context,
  { method, originalUrl, body }: Request,
  upload: Upload | undefined,
): string {
  const content = upload
    ? { ...upload, content: createHash('sha256').update(upload.content).digest('hex') }
    : ((body as unknown) ?? null)
  return JSON.stringify([method, originalUrl, actor?.tenantId, actor?.viewedRole, content])
}
