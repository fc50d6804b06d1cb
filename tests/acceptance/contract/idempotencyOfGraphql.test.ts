import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { rest } from '../../support/client.ts'
import type { TestUser } from '../../support/testTenant.ts'
import { createServerFixture, type Json } from '../../support/serverFixture.ts'

const fixture = await createServerFixture()
const { owner, rep, globalAdmin } = fixture
afterAll(() => fixture.teardown())

interface Answer {
  status: number
  replayed: string | null
  body: { data?: Json; errors?: Json }
}

async function send(
  person: TestUser,
  key: string,
  query: string,
  variables: object = {},
  operationName?: string,
): Promise<Answer> {
  const response = await fetch(`${fixture.server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${person.token}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ query, variables, operationName }),
  })
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed'),
    body: (await response.json()) as Answer['body'],
  }
}

const createUser = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id email } }'
const newUser = () => ({
  input: {
    email: `${randomUUID()}@example.invalid`,
    fullName: 'Sample Newcomer',
    role: 'SALES_REP',
    password: 'a sample password',
    tenantId: fixture.testTenant.tenantId,
  },
})
const count = async (table: string) =>
  (await fixture.db.query(`select count(*)::int as n from ${table}`)).rows[0].n as number

describe('a GraphQL mutation with an Idempotency-Key', () => {
  it('is executed once and answered twice alike, the second time as a replay', async () => {
    const before = await count('users')
    const [key, variables] = [randomUUID(), newUser()]
    const first = await send(globalAdmin, key, createUser, variables)
    const second = await send(globalAdmin, key, createUser, variables)
    expect([first.status, first.replayed]).toEqual([200, null])
    expect(first.body.data?.createUser.email).toBe(variables.input.email)
    expect([second.status, second.replayed, second.body]).toEqual([200, 'true', first.body])
    expect(await count('users')).toBe(before + 1)
  })

  it('is executed once when sent ten times concurrently', async () => {
    const before = await count('tenants')
    const key = randomUUID()
    const mutation = 'mutation { createTenant(input: { name: "Sample Firm", companyName: "Sample Firm" }) { id } }'
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(globalAdmin, key, mutation)))
    expect(await count('tenants')).toBe(before + 1)
    const codes = answers.flatMap(({ body }) => (body.errors ?? []).map((error: Json) => error.extensions.code))
    expect(codes.every((code: string) => code === 'CONFLICT')).toBe(true)
    expect(answers.some(({ body }) => body.data)).toBe(true)
  })

  it('is rejected with the key of another request', async () => {
    const key = randomUUID()
    await send(globalAdmin, key, createUser, newUser())
    const { status, body } = await send(globalAdmin, key, createUser, newUser())
    expect([status, body.errors[0].extensions]).toEqual([422, { code: 'BAD_USER_INPUT' }])
    expect(body.errors[0].message).toContain('used for another request')
  })

  it('repeats the same error when the first failed', async () => {
    const [key, variables] = [randomUUID(), newUser()]
    const forbidden = await send(rep, key, createUser, variables)
    expect(forbidden.body.errors[0].extensions.code).toBe('FORBIDDEN')
    expect(await send(rep, key, createUser, variables)).toEqual({ ...forbidden, replayed: 'true' })
  })

  describe.each([
    ['an API key', 'api_keys', 'createApiKey(input: { name: "Sample key", scope: FULL, expiresInDays: 1 }) { token }'],
    ['a webhook', 'webhooks', 'createWebhook(input: { url: "https://hooks.example", types: ["*"] }) { secret }'],
  ])('that creates %s', (_what, table, field) => {
    it.each([
      ['directly', `mutation { ${field} }`],
      ['under another name', `mutation { x: ${field} }`],
      ['in a fragment', `mutation { ...A } fragment A on Mutation { ...B } fragment B on Mutation { ${field} }`],
      ['in an inline fragment', `mutation { ... on Mutation { ... @include(if: true) { ${field} } } }`],
      ['beside other operations', `query Q { me { id } } mutation M { ${field} } mutation N { __typename }`, 'M'],
    ])(
      '%s does not create a second one, and its secret is not stored',
      async (_where, query, operationName?: string) => {
        const before = await count(table)
        const key = randomUUID()
        const first = await send(owner, key, query, {}, operationName)
        const created = Object.values(first.body.data!)[0] as { token?: string; secret?: string }
        const secret = created.token ?? created.secret!
        expect(secret.length).toBeGreaterThan(40)
        const second = await send(owner, key, query, {}, operationName)
        expect(second.body.errors[0].extensions.code).toBe('CONFLICT')
        expect(second.body.errors[0].message).toContain('already succeeded')
        expect(await count(table)).toBe(before + 1)
        const { rows } = await fixture.db.query('select answer from idempotency_keys')
        expect(JSON.stringify(rows)).not.toContain(secret)
      },
    )
  })

  it('that signs somebody in, in a fragment of a signed-in request, does not store the token', async () => {
    const account = { email: `${randomUUID()}@example.invalid`, password: 'a sample password' }
    await rest(fixture.server.url, null, 'POST', '/auth/register', { ...account, full_name: 'Sample Newcomer' })
    await fixture.db.query(`update users set status = 'active', tenant_id = $2 where email = $1`, [
      account.email,
      fixture.testTenant.tenantId,
    ])
    const login = 'login(email: $email, password: $password) { accessToken }'
    const mutation = `mutation ($email: String!, $password: String!) { ...A } fragment A on Mutation { ${login} }`
    const { accessToken } = (await send(owner, randomUUID(), mutation, account)).body.data!.login
    expect(accessToken).toHaveLength(43)
    const { rows } = await fixture.db.query('select answer from idempotency_keys')
    expect(JSON.stringify(rows)).not.toContain(accessToken)
  })

  it('whose answer would contain a secret repeats the error when it has failed', async () => {
    const [key, mutation] = [randomUUID(), 'mutation { createWebhook(input: { url: "x", types: ["*"] }) { secret } }']
    const first = await send(owner, key, mutation)
    expect(first.body.errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect(await send(owner, key, mutation)).toEqual({ ...first, replayed: 'true' })
  })

  it.each([
    'mutation { one: createTenant(input: { name: "A", companyName: "A" }) { id } two: __typename }',
    `mutation { ...A } fragment A on Mutation { one: createTenant(input: { name: "A" }) { id }
       two: createTenant(input: { name: "B" }) { id } }`,
  ])('must be the only one of its request: %s', async (mutation) => {
    const { status, body } = await send(globalAdmin, randomUUID(), mutation)
    expect([status, body.errors[0].message]).toEqual([422, 'Send one mutation with an Idempotency-Key.'])
  })
})

it('a GraphQL query with an Idempotency-Key is executed each time', async () => {
  const key = randomUUID()
  const query = '{ properties { totalCount } }'
  const { body: first } = await send(rep, key, query)
  await fixture.saveProperty(rep)
  const second = await send(rep, key, query)
  expect(second.replayed).toBeNull()
  expect(second.body.data!.properties.totalCount).toBe(first.data!.properties.totalCount + 1)
})
