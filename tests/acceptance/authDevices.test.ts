import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExpiredSignIns } from '../../api/usecases/auth/authMaintenance.ts'
import { connect } from '../../api/database/connection.ts'
import { graphql, rest, type ApiResponse } from '../support/client.ts'
import { createServerFixture } from '../support/serverFixture.ts'

const fixture = await createServerFixture()
const { db, globalAdmin, server, testTenant } = fixture
afterAll(() => fixture.teardown())
beforeEach(() => db.query('delete from sign_in_failures'))

const password = 'a sample password'
const network = '192.0.2.1'
let people = 0

interface Person {
  id: string
  email: string
}

async function addPerson(): Promise<Person> {
  const email = `person${(people += 1)}@sample.example`
  await rest(server.url, null, 'POST', '/auth/register', { email, password, full_name: 'Sample Person' })
  const { rows } = await db.query(
    `update users set status = 'active', tenant_id = $2 where email = $1 returning id::text`,
    [email, testTenant.tenantId],
  )
  return { id: rows[0].id, email }
}

interface Attempt {
  using?: string
  /** The cookie of the device. */
  device?: string | undefined
  from?: string
  proto?: string
}

const signIn = ({ email }: Person, { using = password, device, from = network, proto = 'http' }: Attempt = {}) =>
  rest(
    server.url,
    null,
    'POST',
    '/auth/login',
    { email, password: using },
    { 'x-forwarded-for': from, 'x-forwarded-proto': proto, ...(device ? { cookie: `theme=dark; ${device}` } : {}) },
  )

/** The cookie that a sign-in set, as a browser sends it back. */
const deviceOf = ({ headers }: Pick<ApiResponse, 'headers'>) => headers.getSetCookie()[0]?.split(';')[0]

/** Fails ten times from the network, so that the account is locked there. */
async function lockOut(person: Person): Promise<void> {
  for (let n = 0; n < 10; n += 1) expect((await signIn(person, { using: `guess ${n}` })).status).toBe(401)
  expect((await signIn(person)).status).toBe(429)
}

const countDevices = async (userId: string) =>
  (await db.query('select count(*)::int as n from sign_in_devices where user_id = $1', [userId])).rows[0].n as number

describe('the cookie of a device', () => {
  it('is set at a sign-in by REST and by GraphQL, for this site alone, and its token is stored as a hash', async () => {
    const { email, id } = await addPerson()
    const byRest = await signIn({ email, id })
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network, 'x-forwarded-proto': 'https' },
      body: JSON.stringify({ query: `mutation { login(email: "${email}", password: "${password}") { tokenType } }` }),
    })
    expect((await response.json()) as object).toEqual({ data: { login: { tokenType: 'bearer' } } })
    const attributes = '; Max-Age=15552000; Path=/; HttpOnly; SameSite=Strict'
    const pattern = (prefix: string, secure: string) =>
      new RegExp(`^${prefix}porchlight_device=[\\w-]{43}${attributes}${secure}$`)
    expect(byRest.headers.getSetCookie()).toEqual([expect.stringMatching(pattern('', ''))])
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(pattern('__Host-', '; Secure'))])
    const { rows } = await db.query('select d::text as row from sign_in_devices d where user_id = $1', [id])
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(deviceOf(byRest)!.split('=')[1])
  })

  it('stays the same at later sign-ins, is replaced if it was made up, and is not set by a failure', async () => {
    const person = await addPerson()
    const device = deviceOf(await signIn(person))
    expect(deviceOf(await signIn(person, { device }))).toBe(device)
    const madeUp = `porchlight_device=${'A'.repeat(43)}`
    expect(deviceOf(await signIn(person, { device: madeUp }))).not.toBe(madeUp)
    expect(deviceOf(await signIn(person, { using: 'a guess' }))).toBeUndefined()
    expect(await countDevices(person.id)).toBe(2)
  })

  it('signs nobody in', async () => {
    const person = await addPerson()
    const device = deviceOf(await signIn(person))!
    expect((await rest(server.url, null, 'GET', '/auth/me', undefined, { cookie: device })).status).toBe(401)
    const asToken = device.split('=')[1]!
    expect((await rest(server.url, asToken, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn(person, { using: 'a guess', device })).status).toBe(401)
  })
})

describe('a device that has signed in to an account before', () => {
  it('signs in while the account is locked for its network, for all networks, and while its network is locked', async () => {
    const person = await addPerson()
    const device = deviceOf(await signIn(person))
    await lockOut(person)
    expect((await signIn(person, { device })).status).toBe(200)
    // Over TLS the name has a prefix, so that another host of the domain cannot set the cookie.
    expect((await signIn(person, { device, proto: 'https' })).status).toBe(429)
    const overTls = deviceOf(await signIn(person, { from: '198.51.100.1', proto: 'https' }))
    expect((await signIn(person, { device: overTls, proto: 'https' })).status).toBe(200)

    await db.query(
      `insert into sign_in_failures (id, account_key, address_key, at)
       select gen_random_uuid(), case when n <= 100 then sha256($1::bytea) else sha256(n::text::bytea) end,
         case when n <= 100 then sha256(n::text::bytea) else sha256($2::bytea) end, now() from generate_series(1, 200) n`,
      [person.email, network],
    )
    expect((await signIn(person, { from: '198.51.100.1' })).status).toBe(429)
    expect((await signIn(await addPerson())).status).toBe(429)
    expect((await signIn(person, { device })).status).toBe(200)
    expect((await signIn(person, { device, from: '198.51.100.1' })).status).toBe(200)
  })

  it('gets ten attempts of its own', async () => {
    const person = await addPerson()
    const device = deviceOf(await signIn(person))
    await lockOut(person)
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signIn(person, { using: `guess ${n}`, device })),
    )
    expect(attempts.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(401),
      ...Array<number>(10).fill(429),
    ])
    const refused = await signIn(person, { device })
    expect([refused.status, refused.body['detail']]).toEqual([
      429,
      'Too many failed sign-ins. Try again in 15 minutes.',
    ])
    expect((await signIn(person, { from: '198.51.100.1' })).status).toBe(200)
  })

  it('has no advantage for another account, unless that has signed in on it, too', async () => {
    const [person, other] = [await addPerson(), await addPerson()]
    const device = deviceOf(await signIn(person))
    await lockOut(other)
    expect((await signIn(other, { device })).status).toBe(429)
    const shared = deviceOf(await signIn(other, { device, from: '198.51.100.1' }))
    expect(shared).toBe(device)
    for (const one of [person, other]) expect((await signIn(one, { device })).status).toBe(200)
  })

  it.each([
    [
      'the person changes the password',
      async (_id: string, token: string) => {
        const answer = await graphql(
          server.url,
          token,
          `mutation { changePassword(newPassword: "${password}", currentPassword: "${password}") { message } }`,
        )
        expect(answer['errors']).toBeUndefined()
      },
    ],
    [
      'the password is reset',
      async (id: string) => {
        const path = `/users/${id}/reset-password`
        expect((await rest(server.url, globalAdmin.token, 'POST', path, { new_password: password })).status).toBe(200)
      },
    ],
    [
      'half a year has passed',
      (id: string) => db.query(`update sign_in_devices set expires_at = now() where user_id = $1`, [id]),
    ],
  ])('is unknown when %s', async (_when, end: (id: string, token: string) => Promise<unknown>) => {
    const person = await addPerson()
    const answer = await signIn(person)
    const device = deviceOf(answer)
    await end(person.id, answer.body['access_token'])
    await lockOut(person)
    expect((await signIn(person, { device })).status).toBe(429)
  })
})

describe('the devices of an account', () => {
  it('are limited, and programs that keep no cookies do not displace those of people', async () => {
    const person = await addPerson()
    const own = deviceOf(await signIn(person))
    await signIn(person, { device: own })
    for (let n = 0; n < 12; n += 1) await signIn(person)
    expect(await countDevices(person.id)).toBe(11)
    const returning: (string | undefined)[] = []
    for (let n = 0; n < 11; n += 1) {
      const device = deviceOf(await signIn(person))
      await signIn(person, { device })
      returning.push(device)
    }
    expect(await countDevices(person.id)).toBe(19)
    await lockOut(person)
    expect((await signIn(person, { device: returning.at(-1) })).status).toBe(200)
    expect((await signIn(person, { device: own })).status).toBe(429)
  })

  it('are deleted by the maintenance when they have expired, with failures, sessions and idempotency keys', async () => {
    const person = await addPerson()
    await db.query('delete from sign_in_failures')
    await signIn(person)
    await signIn(person, { using: 'a guess' })
    const database = await connect(fixture.appUrl, { poolSize: 1 })
    const count = async () => {
      const { rows } = await db.query(
        `select (select count(*)::int from sign_in_devices where user_id = $1) as devices,
           (select count(*)::int from sessions where user_id = $1) as sessions,
           (select count(*)::int from sign_in_failures) as failures`,
        [person.id],
      )
      return rows[0] as object
    }
    const inDays = (days: number) => ({ database, now: () => new Date(Date.now() + days * 86_400_000) })
    await deleteExpiredSignIns(inDays(0))
    expect(await count()).toEqual({ devices: 1, sessions: 1, failures: 1 })
    await deleteExpiredSignIns(inDays(2))
    expect(await count()).toEqual({ devices: 1, sessions: 0, failures: 0 })
    await deleteExpiredSignIns(inDays(181))
    expect(await count()).toEqual({ devices: 0, sessions: 0, failures: 0 })
    await database.close()
  })
})
