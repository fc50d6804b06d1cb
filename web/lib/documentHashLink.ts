import { ApolloLink } from '@apollo/client'
import { of, switchMap } from 'rxjs'
import { hashOf, isUnknownDocument, toExtensions } from './persistedQuery.ts'

/**
 * Sends the hash of a document in place of its text, over HTTP. If the server does not know it, the document is sent again with
 * its text. A socket sends both.
 */
export const createDocumentHashLink = () =>
  new ApolloLink((operation, forward) => {
    const hash = hashOf(operation.query)
    if (!hash) return forward(operation)
    Object.assign(operation.extensions, toExtensions(hash))
    const send = (includeQuery: boolean) => {
      operation.setContext({ http: { includeQuery, includeExtensions: true } })
      return forward(operation)
    }
    return send(false).pipe(switchMap((result) => (isUnknownDocument(result.errors) ? send(true) : of(result))))
  })
