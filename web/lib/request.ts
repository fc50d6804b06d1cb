import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
import { type GraphQLErrorLike, RequestError } from './errors.ts'
import { hashOf, isUnknownDocument, toExtensions } from './persistedQuery.ts'
import { REQUEST_TIMEOUT_MS, timeLimit } from './timeout.ts'

/**
 * Sends one GraphQL request without Apollo, to keep the public screens small. Documents are the strings of
 * `web/gql/plain`. `viewedRole` is the role that a global admin views. Throws a RequestError for a response with errors, and the error of fetch without a response.
 */
export async function request<Data, Variables>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Variables,
  token?: string | null,
  viewedRole?: string | null,
): Promise<Data> {
  const hash = hashOf(document)
  // oxlint-disable-next-line typescript/no-base-to-string -- the document is an object of String, with its types
  const withText = { query: String(document), variables }
  const first = await send(hash ? { extensions: toExtensions(hash), variables } : withText, token, viewedRole)
  const answer = isUnknownDocument(first.errors) ? await send(withText, token, viewedRole) : first
  if (answer.errors?.length || !answer.data) throw new RequestError(answer.errors ?? [])
  return answer.data as Data
}

async function send(body: object, token: string | null | undefined, viewedRole: string | null | undefined) {
  const response = await fetch('/graphql', {
    method: 'POST',
    signal: timeLimit(REQUEST_TIMEOUT_MS),
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(viewedRole ? { 'x-impersonate-role': viewedRole.toLowerCase() } : {}),
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { data?: unknown; errors?: GraphQLErrorLike[] }
}
