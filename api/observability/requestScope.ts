import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { RateLimitState } from '../domain/rateLimits.ts'

/** Data collected during a request for its log line and metrics. */
export interface RequestRecord {
  readonly requestId: string
  actorId?: string
  tenantId?: string
  /** The GraphQL operation, identified by names of the schema. */
  operation?: string
  /** Codes of the GraphQL errors. */
  codes?: string[]
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** A completed or aborted request. */
export interface CompletedRequest extends RequestRecord {
  method: string
  /** Route pattern: '/api/leads/:id', never the actual path. */
  route: string
  status: number
  ms: number
  bytes: number
  /** The client disconnected before the response was complete. */
  aborted?: true
}

/** The response to a request. */
export interface ResponseScope {
  response: ServerResponse
  /** The limits that counted the request. */
  rateLimits: readonly RateLimitState[]
}

const storage = new AsyncLocalStorage<{ record: RequestRecord; scope: ResponseScope }>()

/**
 * Runs `work` within the request, so that `currentRequest` and `currentResponse` return what belongs to it in everything it
 * calls, including asynchronously.
 */
export function runInRequest<T>(record: RequestRecord, response: ServerResponse, work: () => T): T {
  return storage.run({ record, scope: { response, rateLimits: [] } }, work)
}

/** Returns the record of the current request; undefined outside a request. */
export function currentRequest(): RequestRecord | undefined {
  return storage.getStore()?.record
}

/** Returns the response to the current request; undefined outside a request. */
export function currentResponse(): ResponseScope | undefined {
  return storage.getStore()?.scope
}
