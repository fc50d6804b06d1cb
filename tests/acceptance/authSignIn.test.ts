import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import type { TestServer } from '../support/server.ts'
import { takeServer } from '../support/sharedServer.ts'
import { createTestTenant, type TestTenant } from '../support/testTenant.ts'
import { graphql, rest, type Json } from '../support/client.ts'

let database: TestDatabase
let owner: pg.Client
let first: TestServer
let second: TestServer
let testTenant: TestTenant

const password = 'a sample password'
const email = 'casey@sample.example'

beforeAll(async () => {
  const { takeSecond, ...taken } = await takeServer()
  ;({ database, server: first } = taken)
  second = await takeSecond()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  testTenant = await createTestTenant(database.ownerUrl, { reps: 0, propertiesPerRep: 0 })
  await rest(first.url, null, 'POST', '/auth/register', { email, password, full_name: 'Casey Sample' })
  await owner.query(`update users set status = 'active', tenant_id = $2 where email = $1`, [email, testTenant.tenantId])
}, 120_000)

afterAll(async () => {
  await owner.end()
  await database.close()
})

beforeEach(() => owner.query('delete from sign_in_failures'))

const guess = (given: string, using: string, { server = first, from = '192.0.2.1' } = {}) =>
  rest(server.url, null, 'POST', '/auth/login', { email: given, password: using }, { 'x-forwarded-for': from })

/** Failures for the account, each from a network of its own. */
const insertFailures = (count: number) =>
  owner.query(
    `insert into sign_in_failures (id, account_key, address_key, at)
     select gen_random_uuid(), sha256($1::bytea), sha256(n::text::bytea), now() - interval '1 minute' from generate_series(1, $2) n`,
    [email, count],
  )

describe('guessing passwords', () => {
  it('is stopped after ten failures for an account from one network, across processes, and not for other networks', async () => {
    const from = (n: number) => `2001:db8:0:1::${n}`
    for (let n = 0; n < 10; n += 1) {
      const answer = await guess(email, `guess ${n}`, { server: n % 2 ? first : second, from: from(n) })
      expect(answer.status).toBe(401)
    }
    for (const server of [first, second]) {
      const right = await guess(email, password, { server, from: from(10) })
      expect(right.status).toBe(429)
      expect(right.body['detail']).toBe('Too many failed sign-ins. Try again in 15 minutes.')
      const wait = Number(right.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(880)
      expect(wait).toBeLessThanOrEqual(900)
    }
    expect((await guess('somebody@sample.example', 'x', { from: from(10) })).status).toBe(401)
    expect((await guess(email, password, { from: '2001:db8:0:2::1' })).status).toBe(200)
  })

  it('is stopped after 100 failures for an account from many networks, which ends after fifteen minutes', async () => {
    await insertFailures(98)
    const last = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        guess(email, `guess ${n}`, { server: n % 2 ? first : second, from: `198.51.100.${n}` }),
      ),
    )
    expect(last.map(({ status }) => status).sort((a, b) => a - b)).toEqual([401, 401, ...Array<number>(18).fill(429)])
    expect((await guess(email, password, { from: '198.51.100.99' })).status).toBe(429)
    expect((await guess('somebody@sample.example', 'x', { from: '198.51.100.99' })).status).toBe(401)
    await owner.query('update sign_in_failures set at = $1', [new Date(Date.now() - 15 * 60_000)])
    expect((await guess(email, password, { from: '198.51.100.99' })).status).toBe(200)
  })

  it('is stopped just as soon for an unknown account', async () => {
    const answers = []
    for (let n = 0; n < 11; n += 1) answers.push((await guess('nobody@sample.example', `guess ${n}`)).status)
    expect(answers).toEqual([...Array<number>(10).fill(401), 429])
  })

  it('checks only ten of fifty concurrent guesses, with the right password among them', async () => {
    const guesses = Array.from({ length: 50 }, (_, n) =>
      guess(email, n === 40 ? password : `guess ${n}`, { server: n % 2 ? first : second }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(statuses.filter((status) => ![200, 401, 429].includes(status))).toEqual([])
  })

  describe('in one GraphQL request', () => {
    const attempt = (n: number) => `a${n}: login(email: "${email}", password: "guess ${n}") { accessToken }`
    const attempts = Array.from({ length: 30 }, (_, n) => attempt(n)).join(' ')

    it.each([
      ['under other names', `mutation { ${attempts} }`],
      [
        'in fragments',
        `mutation { ${attempt(0)} ...A } fragment A on Mutation { ...B } fragment B on Mutation { ${attempt(1)} }`,
      ],
      ['in inline fragments', `mutation { ... { ${attempt(0)} } ... on Mutation { ${attempt(1)} } }`],
      ['in one of several operations', `mutation L { ${attempt(0)} ${attempt(1)} } mutation M { ${attempt(2)} }`],
      [
        'beside a registration',
        `mutation { ${attempt(0)} register(email: "x@sample.example", password: "a password", fullName: "X") { message } }`,
      ],
    ])('is refused, and no password is checked: %s', async (_where, query) => {
      const response = await fetch(`${first.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, ...(query.includes('mutation M') ? { operationName: 'M' } : {}) }),
      })
      const { data, errors } = (await response.json()) as Json
      expect([response.status, data]).toEqual([400, undefined])
      expect(errors[0].extensions.code).toBe('BAD_USER_INPUT')
      expect(errors[0].message).toMatch(
        /^The request contains \d+ mutations that need no sign-in, such as login; 1 is allowed/,
      )
      expect((await owner.query('select from sign_in_failures')).rowCount).toBe(0)
    })

    it('is allowed once, in any of its operations', async () => {
      const query = `mutation L { ${attempt(0)} } mutation M { ${attempt(1)} }`
      const answer = await graphql(
        first.url,
        null,
        `
          ${query}
          query Q {
            __typename
          }
        `,
      )
      expect(answer['errors'][0].message).toMatch(/^Must provide operation name/)
      const { errors } = await graphql(first.url, null, `mutation { ${attempt(0)} }`)
      expect(errors[0].extensions.code).toBe('UNAUTHENTICATED')
    })
  })

  it('is stopped after 100 failures from an address, without affecting others', async () => {
    await owner.query(
      `insert into sign_in_failures (id, account_key, address_key, at)
       select gen_random_uuid(), sha256(n::text::bytea), sha256('203.0.113.7'), now() - interval '1 minute'
       from generate_series(1, 99) n`,
    )
    const from = '203.0.113.7'
    expect((await guess(email, 'x', { from })).status).toBe(401)
    expect((await guess(email, password, { from })).status).toBe(429)
    // Everything before the last entry of X-Forwarded-For was written by the caller.
    expect((await guess(email, password, { from: `198.51.100.1, ${from}` })).status).toBe(429)
    expect((await guess(email, password, { from: '198.51.100.1' })).status).toBe(200)
  })

  it('is possible again after fifteen minutes', async () => {
    for (let n = 0; n < 10; n += 1) await guess(email, `guess ${n}`)
    expect((await guess(email, password)).status).toBe(429)
    await owner.query('update sign_in_failures set at = $1', [new Date(Date.now() - 15 * 60_000)])
    expect((await guess(email, password)).status).toBe(200)
  })

  it('does not include successful sign-ins: twenty by one user are twenty sessions', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(email, password)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await owner.query('select from sign_in_failures')).rowCount).toBe(0)
  })
})

describe('a refused sign-in', () => {
  it("is recorded in the log of the account's tenant, or of the platform, without the password", async () => {
    const secret = `guessed-${randomUUID()}`
    await guess(email, secret)
    await guess('stranger@sample.example', secret)
    const { rows } = await owner.query(
      `select distinct on (tenant_id) tenant_id, actor_id, data from activity_events where type = 'SignInRefused'
       order by tenant_id desc, position desc`,
    )
    expect(rows).toEqual([
      {
        tenant_id: testTenant.tenantId,
        actor_id: null,
        data: { userId: expect.any(String), reason: 'wrong', limitReached: false },
      },
      {
        tenant_id: '00000000-0000-0000-0000-000000000000',
        actor_id: null,
        data: { userId: null, reason: 'wrong', limitReached: false },
      },
    ])
    for (const server of [first, second]) expect(server.output()).not.toContain(secret)
  })

  it('says when it was the last allowed attempt, and later ones are not recorded', async () => {
    const count = async () =>
      (
        await owner.query<{ n: number; reached: number }>(
          `select count(*)::int as n, count(*) filter (where (data->>'limitReached')::boolean)::int as reached
           from activity_events where type = 'SignInRefused'`,
        )
      ).rows[0]!
    const before = await count()
    for (let n = 0; n < 15; n += 1) await guess(email, `guess ${n}`)
    const after = await count()
    expect([after.n - before.n, after.reached - before.reached]).toEqual([10, 1])
  })

  it.each([
    [{ email: '', password: 'x' }, { email: 'Email is required' }],
    [{ email: 'casey', password: 'x' }, { email: 'Invalid email address' }],
    [
      { email: 'cas\u0000ey@sample.example', password: 'x' },
      { email: 'The text contains characters that cannot be stored.' },
      400,
    ],
    [{ email, password: '' }, { password: 'Password is required' }],
  ] as [object, object, number?][])('of %j names the field', async (body, errors, expected = 422) => {
    const answer = await rest(first.url, null, 'POST', '/auth/login', body)
    expect([answer.status, answer.body['errors']]).toEqual([expected, errors])
    const { errors: received } = await graphql(
      first.url,
      null,
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { accessToken } }',
      body,
    )
    expect(received[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors })
  })
})

describe('registering', () => {
  const register = (n: number, from: string, server = first) => {
    const account = { email: `newcomer${n}@sample.example`, password, full_name: 'Sample Newcomer' }
    return rest(server.url, null, 'POST', '/auth/register', account, { 'x-forwarded-for': from })
  }

  it('is refused after sixty from one address, not from others, and does not block sign-in', async () => {
    const answers = Promise.all(Array.from({ length: 70 }, (_, n) => register(n, '192.0.2.70', n % 2 ? first : second)))
    const signedIn = await guess(email, password, { from: '192.0.2.70' })
    expect(signedIn.status).toBe(200)
    const statuses = (await answers).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(60)
    const refused = (await answers).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]!.body['detail']).toBe('Too many registrations. Try again in 15 minutes.')
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await register(100, '192.0.2.71')).status).toBe(201)
  })

  it('is possible again after fifteen minutes', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => register(200 + n, '192.0.2.72')))
    // On a cluster, a few of so many at once are answered 503, and are sent again.
    for (const [n, { status }] of answers.entries())
      if (status === 503) expect((await register(200 + n, '192.0.2.72')).status).toBe(201)
    expect((await register(300, '192.0.2.72')).status).toBe(429)
    await owner.query('update sign_in_failures set at = $1', [new Date(Date.now() - 15 * 60_000)])
    expect((await register(300, '192.0.2.72')).status).toBe(201)
  })
})

describe('a session that has ended', () => {
  const stale = 'sample-token-of-a-session-that-is-over'

  it('does not prevent public requests, by REST or GraphQL', async () => {
    const signIn = await rest(first.url, stale, 'POST', '/auth/login', { email, password })
    expect([signIn.status, typeof signIn.body['access_token']]).toEqual([200, 'string'])
    const user = { email: `${randomUUID()}@sample.example`, password, full_name: 'Sample Newcomer' }
    expect((await rest(first.url, stale, 'POST', '/auth/register', user)).status).toBe(201)
    expect((await rest(first.url, stale, 'GET', '/openapi.json')).status).toBe(200)
    const { data } = await graphql(
      first.url,
      stale,
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { tokenType } }',
      { email, password },
    )
    expect(data).toEqual({ login: { tokenType: 'bearer' } })
  })

  it('is reported by everything else', async () => {
    expect((await rest(first.url, stale, 'GET', '/users/me')).status).toBe(401)
    const { errors } = await graphql(first.url, stale, '{ me { id } }')
    expect(errors[0]).toMatchObject({ message: 'Session expired, please login again' })
  })
})
