import { AsyncLocalStorage } from 'node:async_hooks'

/** What is learnt of a request while it is answered, for its line in the log and its counters. */
export interface RequestRecord {
  readonly requestId: string
  actorId?: string
  tenantId?: string
  /** What a GraphQL request did, by a word of the schema. */
  operation?: string
  /** The codes of its GraphQL errors. */
  codes?: string[]
}

const storage = new AsyncLocalStorage<RequestRecord>()

/** Runs `work` as part of the request; whatever it calls, now or later, finds the notes by `currentRequest`. */
export function runInRequest<T>(record: RequestRecord, work: () => T): T {
  return storage.run(record, work)
}

/** The notes of the request that is being answered; undefined outside of one. */
export function currentRequest(): RequestRecord | undefined {
  return storage.getStore()
}
