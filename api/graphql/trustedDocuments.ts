import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Request } from 'express'
import { GraphQLError, Kind, parse, print, visit, type SelectionSetNode } from 'graphql'

/** The text of the document of the web client with this hash. */
export type TrustedDocuments = (hash: string) => string | undefined

/** The part of a request, over HTTP or over a socket, that names its document. */
interface DocumentRequest {
  query?: unknown
  extensions?: unknown
}

/** The files that the build of the web client writes: the text of each document by its hash. */
const fileNames = ['documents/app.json', 'documents/signIn.json', 'documents/signUp.json']

/**
 * Reads the documents of the built web client when the first is needed: `npm start` builds the client while the server starts.
 * Until then, none is known.
 */
export function readTrustedDocuments(webDir: string): TrustedDocuments {
  const files = fileNames.map((name) => join(resolve(webDir), name))
  let texts: Map<string, string> | null = null
  const read = () =>
    new Map(
      files
        .flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
        .map(([hash, text]) => [hash, addTypenames(text)]),
    )
  return (hash) => {
    if (!texts && files.every((file) => existsSync(file))) texts = read()
    return texts?.get(hash)
  }
}

/**
 * The text of the document that a request names by its hash, as `persistedQuery` of Apollo Client, otherwise the one that it
 * contains. Throws a `GraphQLError` for an unknown hash without a text: the client then sends the text. If only trusted
 * documents are accepted, a text is refused.
 */
export function documentTextOf(
  { query, extensions }: DocumentRequest,
  trusted: TrustedDocuments,
  onlyTrusted: boolean,
): unknown {
  const hash = (extensions as { persistedQuery?: { sha256Hash?: unknown } } | null | undefined)?.persistedQuery
    ?.sha256Hash
  const text = typeof hash === 'string' ? trusted(hash) : undefined
  if (text !== undefined) return text
  if (onlyTrusted && (query !== undefined || hash !== undefined))
    throw documentError('FORBIDDEN', 'This server accepts only the documents of its web client. Reload the page.', 403)
  if (hash !== undefined && query === undefined)
    throw documentError('PERSISTED_QUERY_NOT_FOUND', 'The document is not known. Send its text.', 200)
  return query
}

/**
 * Puts the text of the document into the parsed body of a request over HTTP, as `documentTextOf`. A query in the URL of a GET is
 * only checked.
 */
export function resolveDocument(
  { method, body, query }: Request,
  trusted: TrustedDocuments,
  onlyTrusted: boolean,
): void {
  // Whatever the body of a GET says, the query in its URL is executed.
  if (method === 'GET') return void documentTextOf(query, trusted, onlyTrusted)
  const request = (body ?? {}) as DocumentRequest
  request.query = documentTextOf(request, trusted, onlyTrusted)
  delete request.extensions
}

function documentError(code: string, message: string, status: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } })
}

/** Selects __typename in every selection but those of operations, which Apollo Client expects of its documents. */
function addTypenames(text: string): string {
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const
  const add = (set: SelectionSetNode): SelectionSetNode => ({ ...set, selections: [...set.selections, typename] })
  const document = visit(parse(text, { noLocation: true }), {
    SelectionSet: {
      leave: (set, _key, parent) =>
        (parent as { kind?: string }).kind === Kind.OPERATION_DEFINITION ? undefined : add(set),
    },
  })
  return print(document)
}
