import type { GraphQLErrorLike } from './errors.ts'

/** The hash that code generation stores in a document, under which the server of the same release has its text. */
export function hashOf(document: object): string | undefined {
  return (document as { __meta__?: { hash?: string } }).__meta__?.hash
}

/** The extensions of a request for the document with this hash, as Apollo's persisted queries have them. */
export const toExtensions = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } })

/** Whether the server, which may be of another release, needs the text of the document. */
export function isUnknownDocument(errors: readonly GraphQLErrorLike[] | undefined): boolean {
  return errors?.some(({ extensions }) => extensions?.code === 'PERSISTED_QUERY_NOT_FOUND') === true
}
