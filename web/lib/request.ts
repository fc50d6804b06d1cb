import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
import { type GraphQLErrorLike, RequestError } from './errors.ts'

/**
 * One GraphQL call without the client and its cache: the screens before sign-in need no more. Takes the documents of
 * `web/gql/plain`, which are text.
 * Throws a RequestError for an answer with errors, and what fetch throws when there is none.
 */
export async function request<Data, Variables>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Variables,
  token?: string | null,
): Promise<Data> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    // oxlint-disable-next-line typescript/no-base-to-string -- the document is an object of String, with its types
    body: JSON.stringify({ query: String(document), variables }),
  })
  const answer = (await response.json()) as { data?: Data; errors?: GraphQLErrorLike[] }
  if (answer.errors?.length || !answer.data) throw new RequestError(answer.errors ?? [])
  return answer.data
}
