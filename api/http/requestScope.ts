import { AsyncLocalStorage } from 'node:async_hooks'

/** What is learnt of a request while it is answered, for its line in the log and its counters. */
export interface RequestNotes {
  readonly requestId: string
  actorId?: string
  tenantId?: string
  /** What a GraphQL request did, by a word of the schema. */
  operation?: string
  /** The codes of its GraphQL errors. */
  codes?: string[]
}

const scope = new AsyncLocalStorage<RequestNotes>()

/** Runs `work` as part of the request; whatever it calls, now or later, finds the notes by `currentRequest`. */
export function withinRequest<T>(notes: RequestNotes, work: () => T): T {
  return scope.run(notes, work)
}

/** The notes of the request that is being answered; undefined outside of one. */
export function currentRequest(): RequestNotes | undefined {
  return scope.getStore()
}
