import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
import { type GraphQLErrorLike, RequestError } from './errors.ts'
import { hashOf, isUnknownDocument, toExtensions } from './persistedQuery.ts'
import { REQUEST_TIMEOUT_MS, timeLimit } from './timeout.ts'

/** Who sends a request: nobody, or a session as a role that it views. */
interface Requester {
  token?: string | null
  view?: { role: string | null }
}

/**
 * Sends one GraphQL request without Apollo, to keep the public screens small. Documents are the strings of
 * `web/gql/plain`. Throws a RequestError for a response with errors, and the error of fetch without a response.
 */
export async function request<Data, Variables>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Variables,
  who: Requester = {},
): Promise<Data> {
  const hash = hashOf(document)
  // oxlint-disable-next-line typescript/no-base-to-string -- the document is an object of String, with its types
  const withText = { query: String(document), variables }
  const first = await send(hash ? { extensions: toExtensions(hash), variables } : withText, who)
  const answer = isUnknownDocument(first.errors) ? await send(withText, who) : first
  if (answer.errors?.length || !answer.data) throw new RequestError(answer.errors ?? [])
  return answer.data as Data
}

async function send(body: object, { token, view }: Requester) {
  const response = await fetch('/graphql', {
    method: 'POST',
    signal: timeLimit(REQUEST_TIMEOUT_MS),
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(view?.role ? { 'x-impersonate-role': view.role.toLowerCase() } : {}),
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { data?: unknown; errors?: GraphQLErrorLike[] }
}
