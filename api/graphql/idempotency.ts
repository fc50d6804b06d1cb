import type { HTTPGraphQLResponse } from '@apollo/server'
import { HeaderMap } from '@apollo/server'
import type { Request } from 'express'
import { getOperationAST, OperationTypeNode, type DocumentNode } from 'graphql'
import { Conflict, Refused } from '../domain/errors.ts'
import { replayedHeaders } from '../rest/clientIds.ts'
import { readKey } from '../rest/idempotency.ts'
import { claimIdempotencyKey, releaseIdempotencyKey, storeResponse } from '../usecases/auth/idempotency.ts'
import { toGraphqlError } from './errors.ts'
import { parseWithLimits } from './limits.ts'
import type { ResolverContext } from './resolverContext.ts'
import { rootFieldsOf, selectsSecret } from './rootFields.ts'

const secretMessage =
  'This request has already succeeded. Its response contained a secret, which is not stored, so it cannot be repeated.'
/** After these errors the same request may succeed. */
const temporaryCodes = new Set(['INTERNAL_SERVER_ERROR', 'UNAVAILABLE', 'RATE_LIMITED', 'PASSWORD_REQUIRED'])

interface GraphqlBody {
  query?: unknown
  operationName?: unknown
  variables?: unknown
}

/**
 * Executes a request with `execute`. A mutation of a signed-in user with an Idempotency-Key is executed once: a repeat of the
 * same request gets the stored response. After an error that may pass, the key can be used again.
 */
export async function executeOnce(
  { ctx }: ResolverContext,
  request: Request,
  execute: () => Promise<HTTPGraphQLResponse>,
  log: (error: unknown) => void,
): Promise<HTTPGraphQLResponse> {
  if (!ctx.actor || request.method !== 'POST' || request.get('Idempotency-Key') === undefined) return execute()
  const body = (request.body ?? {}) as GraphqlBody
  const mutation = describeMutation(body)
  if (!mutation) return execute()
  try {
    const key = readKey(request)!
    if (mutation.fieldCount > 1) throw new Refused('Send one mutation with an Idempotency-Key.')
    const { tenantId, viewedRole } = ctx.actor
    const { query, operationName, variables } = body
    const described = JSON.stringify(['graphql', query, operationName, variables, tenantId, viewedRole])
    const stored = await claimIdempotencyKey(ctx, key, described)
    if (stored) return toResponse(stored.status, stored.answer, true)
    const response = await execute().catch(async (error: unknown) => {
      await releaseIdempotencyKey(ctx, key).catch(() => undefined)
      throw error
    })
    const answer = response.body.kind === 'complete' ? response.body.string : ''
    const { data, errors } = JSON.parse(answer) as { data?: unknown; errors?: { extensions?: { code?: string } }[] }
    if (errors?.some(({ extensions }) => temporaryCodes.has(extensions?.code ?? '')))
      await releaseIdempotencyKey(ctx, key).catch(() => undefined)
    else {
      // A mutation that has succeeded has data, also when a field of its result has failed.
      const kept = mutation.hasSecret && data ? toErrorResponse(new Conflict(secretMessage), log) : response
      // The mutation has succeeded, whether or not this does. Without it, a repeat is told that the outcome is unknown.
      const status = kept.status ?? 200
      const text = kept.body.kind === 'complete' ? kept.body.string : ''
      await storeResponse(ctx, key, { status, answer: text }).catch(() => undefined)
    }
    return response
  } catch (error) {
    return toErrorResponse(error, log)
  }
}

/** The mutation that a request executes; null for a query or an invalid document, which Apollo rejects. */
function describeMutation({ query, operationName }: GraphqlBody): { fieldCount: number; hasSecret: boolean } | null {
  if (typeof query !== 'string') return null
  let document: DocumentNode
  try {
    document = parseWithLimits(query)
  } catch {
    return null
  }
  const operation = getOperationAST(document, typeof operationName === 'string' ? operationName : null)
  if (operation?.operation !== OperationTypeNode.MUTATION) return null
  return { fieldCount: rootFieldsOf(document, operation).length, hasSecret: selectsSecret(document, operation) }
}

function toErrorResponse(error: unknown, log: (error: unknown) => void): HTTPGraphQLResponse {
  const { message, extensions } = toGraphqlError(error, log)
  const { http, ...shown } = extensions
  const { status } = http as { status: number }
  return toResponse(status, JSON.stringify({ errors: [{ message, extensions: shown }] }), false)
}

function toResponse(status: number, text: string, replayed: boolean): HTTPGraphQLResponse {
  const headers = new HeaderMap()
  headers.set('content-type', 'application/json; charset=utf-8')
  if (replayed) for (const [name, value] of replayedHeaders) headers.set(name.toLowerCase(), value)
  return { status, headers, body: { kind: 'complete', string: text } }
}
