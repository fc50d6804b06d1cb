import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { graphql, createSocketClient, type Json } from '../../support/client.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

let fixture: ServerFixture
beforeAll(async () => {
  fixture = await createServerFixture({ demoTown: false })
}, 60_000)
afterAll(() => fixture.teardown())

const leads = 'leads { property { id city } }'
const costly = `{ leads(first: 1000) { edges { node { property { ${leads} } } } } }`

/** The errors of the same operation over HTTP and over a socket. */
async function errorsOf(query: string, variables?: Json): Promise<Json[]> {
  const byHttp = (await graphql(fixture.server.url, fixture.owner.token, query, variables))['errors'] ?? []
  const client = createSocketClient(fixture.server.url, fixture.owner.token)
  const bySocket = await new Promise<Json[]>((resolve) =>
    client.subscribe(
      { query, variables },
      {
        next: ({ errors }) => resolve((errors ?? []) as unknown as Json[]),
        error: (errors) => resolve(errors as Json[]),
        complete: () => undefined,
      },
    ),
  )
  await client.dispose()
  return [byHttp, bySocket].flatMap(([error]) =>
    error ? { message: error.message, extensions: error.extensions } : [],
  )
}

it.each([
  [
    'costs too much',
    costly,
    'The query may ask for 304,001 fields; 250,000 are allowed: ask for shorter pages.',
    { cost: 304_001, limit: 250_000 },
  ],
  [
    'is too deep',
    `{ property(id: "x") ${'{ leads { property '.repeat(6)} { id } ${'} }'.repeat(6)} }`,
    'The query is 14 levels deep; 12 are allowed.',
    { depth: 14, limit: 12 },
  ],
  [
    'has too many aliases',
    `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: me { id }`).join(' ')} }`,
    'The query has 31 aliases; 30 are allowed.',
    { aliases: 31, limit: 30 },
  ],
  [
    'signs in twice',
    `mutation { ...A ...B } ${['A', 'B'].map((name) => `fragment ${name} on Mutation { ${name}: login(email: "", password: "") { tokenType } }`).join(' ')}`,
    'The request contains 2 mutations that need no sign-in, such as login; 1 is allowed. Send one request for each.',
    { publicMutations: 2, limit: 1 },
  ],
  ['is too long', `{ ${'me { id } '.repeat(1_100)} }`, 'The query has more than 4,000 tokens.', { limit: 4_000 }],
  ['has a syntax error', '{ me { ', 'Syntax Error: Expected Name, found <EOF>.', {}],
  ['selects an unknown field', '{ mee { id } }', 'Cannot query field "mee" on type "Query".', {}],
])('a query that %s gets the same error over HTTP and over a socket', async (_what, query, message, measured) => {
  const received = { message, extensions: { code: 'BAD_USER_INPUT', ...measured } }
  expect(await errorsOf(query)).toEqual([received, received])
})

it('the page size in a variable decides what a query costs, over HTTP and over a socket', async () => {
  const query = `query ($first: Int) ${costly.replace('1000', '$first')}`
  expect(await errorsOf(query, { first: 10 })).toEqual([])
  const tooMuch = expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', cost: 304_001, limit: 250_000 } })
  expect(await errorsOf(query, { first: 1_000 })).toEqual([tooMuch, tooMuch])
})

it('a subscription with an invalid variable is answered as bad input', async () => {
  const subscription = 'subscription ($period: Period!) { leaderboardChanged(period: $period) { period } }'
  const [, bySocket] = await errorsOf(subscription, { period: '-1' })
  expect(bySocket).toEqual({
    message: 'Variable "$period" got invalid value "-1"; Value "-1" does not exist in "Period" enum.',
    extensions: { code: 'BAD_USER_INPUT' },
  })
})

it.each([
  ['has several operations and names none', 'query A { __typename } query B { __typename }', undefined],
  ['names an operation that it does not have', 'query A { __typename } query B { __typename }', 'C'],
  ['is a subscription', 'subscription A { leadsChanged { at } }', undefined],
])('a request over HTTP that %s is refused as bad input', async (_what, query, operationName) => {
  const response = await fetch(`${fixture.server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${fixture.owner.token}` },
    body: JSON.stringify({ query, operationName }),
  })
  expect(response.status).toBe(400)
  const { errors } = (await response.json()) as { errors: Json[] }
  expect(errors.map(({ message, extensions }) => [message, extensions.code])).toEqual([
    [expect.stringMatching(/operation name|operation named "C"|WebSocket/), 'BAD_USER_INPUT'],
  ])
})

it('what a page of another site can send without asking first is not executed, nor a mutation by GET', async () => {
  const mutation = 'mutation { login(email: "nobody@sample.example", password: "wrong") { accessToken } }'
  const send = async (search: string, request: RequestInit) => {
    const response = await fetch(`${fixture.server.url}/graphql${search}`, request)
    return [response.status, await response.text()] as const
  }
  const body = JSON.stringify({ query: mutation })
  const byGet = `?query=${encodeURIComponent(mutation)}`
  const asks = { 'apollo-require-preflight': 'yes' }
  const answers = [
    await send('?query=%7B__typename%7D', { headers: { accept: 'application/json' } }),
    await send('', { method: 'POST', headers: { 'content-type': 'text/plain' }, body }),
    await send('', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }),
    await send(byGet, { headers: { accept: 'application/json', ...asks } }),
  ]
  expect(answers.map(([status]) => status)).toEqual([400, 400, 400, 405])
  for (const [, text] of answers) expect(text).not.toMatch(/"data"|Incorrect email/)
  // The rule stands in the answer.
  for (const [, text] of answers.slice(0, 3))
    expect(text).toMatch(/Cross-Site Request Forgery.* one of the following headers: authorization, /)
})

it.each(['last: 5', 'before: "x"'])(
  'a list that is read backward, by %s, is refused by the name of the argument',
  async (given) => {
    const { errors } = await graphql(fixture.server.url, fixture.rep.token, `{ leads(${given}) { totalCount } }`)
    expect(errors.map(({ message }: Json) => message)).toEqual([
      `Unknown argument "${given.split(':')[0]}" on field "Query.leads".`,
    ])
  },
)

it('a query by GET with a token is executed, because no page of another site can send the header', async () => {
  const query = `?query=${encodeURIComponent('{ me { id } }')}`
  const authorization = `Bearer ${fixture.rep.token}`
  const response = await fetch(`${fixture.server.url}/graphql${query}`, { headers: { authorization } })
  expect([response.status, await response.json()]).toMatchObject([200, { data: { me: { id: fixture.rep.id } } }])
})

it('introspection is available to signed-in users only', async () => {
  const { data } = await graphql(fixture.server.url, fixture.rep.token, getIntrospectionQuery())
  expect(data.__schema.types.find(({ name }: Json) => name === 'Lead').description).toBe(
    'A sales lead: a job that someone at a property may want done.',
  )
  for (const query of [
    getIntrospectionQuery(),
    '{ ... { __schema { types { name } } } }',
    '{ ... on Query { ... { __type(name: "Lead") { name } } } }',
    '{ ...Everything } fragment Everything on Query { __schema { types { name } } }',
  ]) {
    const { data: received, errors } = await graphql(fixture.server.url, null, query)
    expect(received).toBeUndefined()
    expect(errors[0].extensions.code).toBe('UNAUTHENTICATED')
  }
})
