import { ApolloLink } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { concatMap, from, type Observable, of, tap } from 'rxjs'
import { queryKey } from '../../lib/overlaidCache.ts'
import { hasCounts, type Overlay } from './overlay.ts'

const positionOf = ({ extensions }: ApolloLink.Result): number | undefined => {
  const position: unknown = extensions?.['position']
  return typeof position === 'number' ? position : undefined
}

/** Tells the overlay which position each answer includes, wherever the answer comes from. The first link of a client. */
export const notePositions = (overlay: Overlay): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const { operationType, operationName, variables } = operation
    if (operationType === OperationTypeNode.SUBSCRIPTION) return forward(operation)
    const isQuery = operationType === OperationTypeNode.QUERY
    return forward(operation).pipe(
      tap((result) => {
        const position = positionOf(result)
        // What was stored by an earlier release has no position.
        if (result.data && (isQuery || position !== undefined))
          overlay.note(isQuery ? queryKey(operationName, variables) : '', result.data, position ?? 0)
      }),
    )
  })

/** How often an answer that was read while the outbox was sent is asked for again. */
const MAX_ATTEMPTS = 3
const HOLD_MS = 10_000

/**
 * Holds an answer with counts while it is open whether it counts what is being sent. Then it is passed on; or asked for again, if it was
 * read at the time of the commit. If that stays open, the answer before it is given again; the first one is held for at most `HOLD_MS`.
 */
export function awaitOutbox(overlay: Overlay): ApolloLink {
  const lastCertain = new Map<string, ApolloLink.Result>()
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation)
    const query = queryKey(operation.operationName, operation.variables)
    const ask = (attempt: number): Observable<ApolloLink.Result> => {
      const askedAt = Date.now()
      return forward(operation).pipe(
        concatMap((result) => {
          if (!hasCounts(result.data)) return of(result)
          const check = () => overlay.check(positionOf(result), askedAt)
          const decide = (certainty: ReturnType<typeof check>) => {
            if (certainty === 'again' && attempt < MAX_ATTEMPTS) return ask(attempt + 1)
            if (certainty === 'certain') lastCertain.set(query, result)
            return of(result)
          }
          const certain = async (): Promise<ReturnType<typeof check>> => {
            await overlay.settle()
            if (check() === 'open' && !lastCertain.has(query)) await overlay.settle(HOLD_MS)
            return check()
          }
          const now = check()
          if (now !== 'open') return decide(now)
          return from(certain()).pipe(
            concatMap((then) => (then === 'open' ? of(lastCertain.get(query) ?? result) : decide(then))),
          )
        }),
      )
    }
    return ask(1)
  })
}
