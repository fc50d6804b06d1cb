import { readFileSync } from 'node:fs'
import type { Request, Route } from '@playwright/test'

/** Sends a GraphQL request outside the browser, to the worker's server or to `serverUrl`, and returns its data. Throws the first error. */
export async function execute<Data>(
  query: string,
  variables: Record<string, unknown> = {},
  token?: string,
  headers: Record<string, string> = {},
  serverUrl = process.env.BASE_URL,
): Promise<Data> {
  const response = await fetch(new URL('/graphql', serverUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: Data; errors?: { message: string }[] }
  if (errors?.length) throw new Error(errors[0]!.message)
  return data
}

interface GraphqlBody {
  operationName?: string
  query?: string
  extensions?: { persistedQuery?: { sha256Hash: string } }
}

const bodyOf = (request: Request): GraphqlBody | null =>
  new URL(request.url()).pathname === '/graphql' ? (request.postDataJSON() as GraphqlBody | null) : null

/** The name of the operation that a request of the app carries. */
export const operationOf = (request: Request): string | undefined => bodyOf(request)?.operationName

/** The document that a request carries, also if it names it by its hash. */
export function documentOf(request: Request): string | undefined {
  const { query, extensions } = bodyOf(request) ?? {}
  return query ?? (extensions?.persistedQuery && readDocuments()[extensions.persistedQuery.sha256Hash])
}

const readDocuments = () =>
  JSON.parse(readFileSync(new URL('../../dist/web/documents/app.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >

/** Answers an intercepted GraphQL request as a server that fails. Without any answer the app would use what it has stored. */
export const failOnServer = (route: Route): Promise<void> =>
  route.fulfill({ json: { data: null, errors: [{ message: 'It failed.', extensions: { code: 'INTERNAL' } }] } })

/** Signs in outside the browser and returns the token. */
export async function createToken(email: string, password: string, serverUrl?: string): Promise<string> {
  const { login } = await execute<{ login: { accessToken: string } }>(
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { accessToken } }',
    { email, password },
    undefined,
    {},
    serverUrl,
  )
  return login.accessToken
}

/** The id of a demo tenant. */
export async function findTenantId(globalAdmin: string, name: string): Promise<string> {
  const { tenants } = await execute<{ tenants: { edges: { node: { id: string; name: string } }[] } }>(
    '{ tenants { edges { node { id name } } } }',
    {},
    globalAdmin,
  )
  const found = tenants.edges.find(({ node }) => node.name === name)
  if (!found) throw new Error(`No tenant is called ${name}`)
  return found.node.id
}

/** Lifts all marks that forbid to knock, so that the tests that follow find open doors. */
export async function liftMarks(token: string): Promise<void> {
  type Listed = { doNotKnockList: { edges: { node: { id: string } }[] } }
  const query = '{ doNotKnockList(filter: { inForce: true }) { edges { node { id } } } }'
  const { doNotKnockList } = await execute<Listed>(query, {}, token)
  for (const { node } of doNotKnockList.edges)
    await execute('mutation ($id: ID!) { liftDoNotKnock(id: $id, reason: "Test") { id } }', { id: node.id }, token)
}

/** Creates an account that has already changed its first password, and returns its id. */
export async function createAccount(
  globalAdmin: string,
  account: { email: string; fullName: string; role: string; tenant: string; password: string },
): Promise<string> {
  const { tenant, ...rest } = account
  const input = { ...rest, password: 'given-by-an-admin', tenantId: await findTenantId(globalAdmin, tenant) }
  const { createUser } = await execute<{ createUser: { id: string } }>(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
    { input },
    globalAdmin,
  )
  const own = await createToken(account.email, input.password)
  await execute(
    'mutation ($newPassword: String!) { changePassword(newPassword: $newPassword) { message } }',
    { newPassword: account.password },
    own,
  )
  return createUser.id
}
