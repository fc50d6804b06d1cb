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

/**
 * Holds an answer with counts while it is open whether it counts what is being sent. Then it is passed on; or asked for again, if it was
 * read at the time of the commit; or the answer before it is given again, if that stays open.
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
            if (certainty !== 'certain') return of(lastCertain.get(query) ?? result)
            lastCertain.set(query, result)
            return of(result)
          }
          const now = check()
          return now === 'open' ? from(overlay.send().then(check)).pipe(concatMap(decide)) : decide(now)
        }),
      )
    }
    return ask(1)
  })
}
