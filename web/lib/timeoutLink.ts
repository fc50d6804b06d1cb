import { ApolloLink, Observable } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { REQUEST_TIMEOUT_MS, TIMEOUT_MESSAGE } from './timeout.ts'

/** Ends a query or mutation without a response with a timeout error, and aborts its request. */
export const createTimeoutLink = (timeoutMs = REQUEST_TIMEOUT_MS): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.SUBSCRIPTION) return forward(operation)
    return new Observable((observer) => {
      const timer = setTimeout(() => observer.error(new DOMException(TIMEOUT_MESSAGE, 'TimeoutError')), timeoutMs)
      const subscription = forward(operation).subscribe(observer)
      // Runs after every end. Unsubscribing from an unfinished request aborts it.
      return () => {
        clearTimeout(timer)
        subscription.unsubscribe()
      }
    })
  })
