import type { HTTPGraphQLResponse } from '@apollo/server'
import { HeaderMap } from '@apollo/server'
import type { Request } from 'express'
import { Kind, parse, type SelectionNode } from 'graphql'
import { Conflict, Refused } from '../domain/errors.ts'
import { readKey } from '../rest/idempotency.ts'
import { claimIdempotencyKey, releaseIdempotencyKey, storeResponse } from '../usecases/auth/idempotency.ts'
import { toGraphqlError } from './errors.ts'
import { limits } from './limits.ts'
import type { ResolverContext } from './resolverContext.ts'

/** The mutations whose responses contain a secret, which is not stored. */
const secretMutations = new Set(['createApiKey'])
const secretMessage =
  'This request has already succeeded. Its response contained a secret, which is not stored, so it cannot be repeated.'
/** After these errors the same request may succeed. */
const temporaryCodes = new Set(['INTERNAL_SERVER_ERROR', 'UNAVAILABLE', 'RATE_LIMITED'])

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
  if (!ctx.actor || request.get('Idempotency-Key') === undefined) return execute()
  const body = (request.body ?? {}) as GraphqlBody
  const fields = mutationFieldsOf(body)
  if (fields.length === 0) return execute()
  try {
    const key = readKey(request)!
    if (fields.length > 1) throw new Refused('Send one mutation with an Idempotency-Key.')
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
    const { errors } = JSON.parse(answer) as { errors?: { extensions?: { code?: string } }[] }
    if (errors?.some(({ extensions }) => temporaryCodes.has(extensions?.code ?? '')))
      await releaseIdempotencyKey(ctx, key).catch(() => undefined)
    else {
      const isSecret = !errors && secretMutations.has(fields[0]!)
      const kept = isSecret ? toErrorResponse(new Conflict(secretMessage), log) : response
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

/** The names of the fields of the mutations in a document; empty for a query or an invalid document, which Apollo rejects. */
function mutationFieldsOf({ query }: GraphqlBody): string[] {
  if (typeof query !== 'string') return []
  try {
    const { definitions } = parse(query, { maxTokens: limits.tokens, noLocation: true })
    return definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .filter(({ operation }) => operation === 'mutation')
      .flatMap(({ selectionSet }) => selectionSet.selections.map(nameOf))
  } catch {
    return []
  }
}

const nameOf = (selection: SelectionNode): string => ('name' in selection ? selection.name.value : '')

function toErrorResponse(error: unknown, log: (error: unknown) => void): HTTPGraphQLResponse {
  const { message, extensions } = toGraphqlError(error, log)
  const { http, ...shown } = extensions
  const { status } = http as { status: number }
  return toResponse(status, JSON.stringify({ errors: [{ message, extensions: shown }] }), false)
}

function toResponse(status: number, text: string, replayed: boolean): HTTPGraphQLResponse {
  const headers = new HeaderMap()
  headers.set('content-type', 'application/json; charset=utf-8')
  if (replayed) headers.set('idempotent-replayed', 'true')
  return { status, headers, body: { kind: 'complete', string: text } }
}
