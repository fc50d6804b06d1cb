import { createHash } from 'node:crypto'
import type { ApolloServerOptions } from '@apollo/server'
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql'
import { boundedCache } from '../domain/boundedCache.ts'
import { parseWithLimits, validateWithLimits } from './limits.ts'
import type { ResolverContext } from './resolverContext.ts'

/** Parsed documents take about thirty times their text in memory. */
const bytesPerCharacter = 30

/** The documents that were parsed and validated. */
export type DocumentCache = ReturnType<typeof createDocumentCache>

export function createDocumentCache() {
  return boundedCache<DocumentNode>({
    name: 'documents',
    maxEntries: 10_000,
    maxBytes: 30_000_000,
    sizeOf: ({ loc }) => bytesPerCharacter * loc!.source.body.length,
  })
}

/**
 * The store in which Apollo Server keeps valid documents, by a hash of their text. Apollo's own store does not count the
 * tokens of a document, so its limit of 30 MB allows several hundred.
 */
export function toDocumentStore(
  documents: DocumentCache,
): NonNullable<ApolloServerOptions<ResolverContext>['documentStore']> {
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async (key) => documents.delete(key),
  }
}

/** The valid document with this text. Throws a `GraphQLError` for a syntax error, and returns the errors of validation. */
export function readDocument(
  documents: DocumentCache,
  schema: GraphQLSchema,
  text: string,
): DocumentNode | readonly GraphQLError[] {
  const key = `socket ${createHash('sha256').update(text).digest('base64url')}`
  const known = documents.get(key)
  if (known) return known
  const document = parseWithLimits(text)
  const errors = validateWithLimits(schema, document)
  if (errors.length > 0) return errors
  documents.set(key, document)
  return document
}
