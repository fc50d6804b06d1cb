import { ApolloLink } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { catchError, from, Observable, switchMap, throwError } from 'rxjs'
import { errorCode } from '../../lib/errors.ts'
import type * as OfflineAnswers from './offlineAnswers.ts'
import { ReadStore, type StoredResult } from './readStore.ts'
import { noteFreshAnswer, noteStoredAnswer, screensLeft } from './shownAge.ts'

/**
 * How long a query waits for the server before this device answers. The server's answer replaces that one later. Once a query
 * has waited in vain, the following ones do not wait, until the server answers again.
 */
const PATIENCE_MS = 1_500

/**
 * What is treated in another way than other queries, by the names of operations, because the shell does not load their documents. A test
 * holds that each exists.
 */
export const exceptions = {
  /**
   * Queries that are not stored: those that read much at once for a saved area, which stores it itself, that of Quick find,
   * whose answers for each typed letter would replace those of the screens, and that of what must not be stored.
   */
  unstored: ['AreaDoors', 'AreaProperties', 'AreaOutlook', 'AreaHouses', 'QuickFind', 'ForgottenProperties'],
  /** Apollo's cache keeps the houses of one area. Those of an area before are found on this device alone. */
  uncached: 'PropertiesInView',
  /** A mutation, because the server bills for it, that changes nothing. */
  lookup: 'LocateProperty',
}

// Loaded after the start, because they compare addresses.
const load = () => import('./offlineAnswers.ts')
const answerOffline = async (...query: Parameters<typeof OfflineAnswers.answerOffline>) =>
  (await load()).answerOffline(...query)

const isUnreachable = (error: unknown) => ['NETWORK', 'UNAVAILABLE'].includes(errorCode(error))

/** Whether the server answers while the device says that it is offline, as one on the same machine does. Tried once each time. */
let reached: Promise<boolean> | undefined

/** Asks the server, unless the device says that it is offline: requests that fail cost battery, and fill the log of the browser. */
function askServer(
  operation: ApolloLink.Operation,
  forward: ApolloLink.ForwardFunction,
): Observable<ApolloLink.Result> {
  if (navigator.onLine !== false) {
    reached = undefined
    return forward(operation)
  }
  reached ??= fetch('/api/health/live', { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
  const lost = () => throwError(() => new TypeError('Failed to fetch'))
  return from(reached).pipe(switchMap((isReached) => (isReached ? forward(operation) : lost())))
}

/**
 * Stores the answers to queries on this device, and answers from there while the server cannot be reached or is slow. What
 * the server has answered since the screen was opened is never replaced by something older. `reader` names the user and the view. Nothing is
 * stored any more when `isSignedIn` is false: what was stored is deleted then, and an answer may arrive later. Nothing is asked while the
 * device says that it is offline.
 */
export function storedReadsLink(reader: string, isSignedIn: () => boolean = () => true): ApolloLink {
  const store = new ReadStore(reader)
  const storeAnswer = async (...answer: Parameters<typeof OfflineAnswers.storeAnswer>) => {
    const offline = await load()
    if (isSignedIn()) await offline.storeAnswer(...answer)
  }
  const answered = new Set<string>()
  let answeredOn = screensLeft()
  let isResponsive = true
  void store.removeOld().catch(() => undefined)
  return new ApolloLink((operation, forward) => {
    const { operationType, operationName = '', variables } = operation
    if (operationName === exceptions.lookup)
      return askServer(operation, forward).pipe(
        catchError(async (error: unknown) => {
          const known =
            isUnreachable(error) && (await answerOffline(store, operationName, variables).catch(() => false))
          if (!known) throw error
          return { data: (known as StoredResult).data as Record<string, unknown> }
        }),
      )
    if (operationType !== OperationTypeNode.QUERY) return forward(operation)
    if (exceptions.unstored.includes(operationName)) return askServer(operation, forward)
    const query = `${operationName} ${JSON.stringify(variables)}`
    if (answeredOn !== screensLeft()) {
      answeredOn = screensLeft()
      answered.clear()
    }
    return new Observable((observer) => {
      let isAnswered = false
      const findStored = async (): Promise<StoredResult | undefined> => {
        if (answered.has(query) && operationName !== exceptions.uncached) return undefined
        return (await store.result(query)) ?? (await answerOffline(store, operationName, variables))
      }
      const answerFromStore = async (): Promise<boolean> => {
        const stored = await findStored().catch(() => undefined)
        if (!stored || isAnswered) return isAnswered
        noteStoredAnswer(query, stored.at)
        observer.next({
          data: stored.data as Record<string, unknown>,
          ...(stored.position !== undefined && { extensions: { position: stored.position } }),
        })
        return true
      }
      const isWaiting = isResponsive && navigator.onLine !== false
      const timer = setTimeout(
        () => {
          isResponsive = false
          void answerFromStore()
        },
        isWaiting ? PATIENCE_MS : 0,
      )
      const subscription = askServer(operation, forward).subscribe({
        next: (result) => {
          isAnswered = true
          isResponsive = true
          clearTimeout(timer)
          if (result.data && !result.errors?.length) {
            answered.add(query)
            noteFreshAnswer(query)
            if (isSignedIn())
              void storeAnswer(
                store,
                { operationName, variables, query },
                result.data,
                result.extensions?.['position'] as number | undefined,
              ).catch(() => undefined)
          }
          observer.next(result)
        },
        error: (error: unknown) => {
          clearTimeout(timer)
          isResponsive = !isUnreachable(error)
          if (isResponsive) return observer.error(error)
          void answerFromStore().then((hasAnswer) => (hasAnswer ? observer.complete() : observer.error(error)))
        },
        complete: () => observer.complete(),
      })
      return () => {
        clearTimeout(timer)
        subscription.unsubscribe()
      }
    })
  })
}
