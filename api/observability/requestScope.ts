import { AsyncLocalStorage } from 'node:async_hooks'

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

const storage = new AsyncLocalStorage<RequestRecord>()

/**
 * Runs `work` within the request, so that `currentRequest` returns `record` in everything it calls, including
 * asynchronously.
 */
export function runInRequest<T>(record: RequestRecord, work: () => T): T {
  return storage.run(record, work)
}

/** Returns the record of the current request; undefined outside a request. */
export function currentRequest(): RequestRecord | undefined {
  return storage.getStore()
}
