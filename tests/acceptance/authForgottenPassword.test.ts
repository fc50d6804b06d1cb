import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../../api/usecases/auth/sessions.ts'
import { graphql, rest, type Json } from '../support/client.ts'
import { createMailFixture } from '../support/mailFixture.ts'
import { addSession, addUser, setPassword, type TestUser } from '../support/testTenant.ts'

const fixture = await createMailFixture()
const mails = fixture.mailServer
afterAll(() => fixture.teardown())

let person: TestUser
let email: string
let address = 1
const password = 'words of before'
const chosen = 'words of my own'
const answer = { message: 'If that account exists, a link is on its way.' }

beforeEach(async () => {
  person = await addUser(fixture.db, fixture.testTenant.tenantId, 'sales_rep', 'Sample Person')
  await setPassword(fixture.db, person.id, password)
  email = `${randomUUID()}@sample.example`
  await fixture.db.query('update users set email = $2, email_key = $2 where id = $1', [person.id, email])
  // Each test comes from another network, because requests of one are limited.
  address += 1
})

const post = (token: string | null, path: string, body: object = {}) =>
  rest(fixture.server.url, token, 'POST', path, body, { 'x-forwarded-for': `198.51.${address}.1` })
const ask = (to = email) => post(null, '/auth/forgot-password', { email: to })
const signIn = (withPassword: string) => post(null, '/auth/login', { email, password: withPassword })
const reset = (token: string, newPassword = chosen) =>
  post(null, '/auth/reset-password', { token, new_password: newPassword })
const mailsTo = (to: string) => mails.received.filter(({ recipients }) => recipients.includes(to))
/** The token in the last mail to the address, as its reader finds it. */
async function tokenFor(to: string, count = 1): Promise<string> {
  const tokens = () =>
    mailsTo(to).flatMap(
      ({ text }) => /https:\/\/porchlight\.example\/reset-password\/([\w-]{43})\s/.exec(text!)?.[1] ?? [],
    )
  await expect.poll(() => tokens().length, { timeout: 20_000 }).toBe(count)
  return tokens().at(-1)!
}
const listedMails = async (search: string): Promise<Json[]> =>
  (await rest(fixture.server.url, fixture.globalAdmin.token, 'GET', `/mails?search=${search}`)).body['data']
const eventsOf = async (types: string[], userId: string | null) =>
  (
    await fixture.db.query<{ type: string; tenant_id: string; actor_id: string | null; data: Json }>(
      `select type, tenant_id, actor_id, data from activity_events
       where type = any($1) and subject_id is not distinct from $2 order by recorded_at`,
      [types, userId],
    )
  ).rows

describe('a forgotten password', () => {
  it('is replaced with the link of a mail, once, which ends all sessions and other links', async () => {
    const session = { url: fixture.server.url, token: person.token }
    expect((await ask()).body).toEqual(answer)
    const first = await tokenFor(email)
    expect((await ask(email.toUpperCase())).body).toEqual(answer)
    const second = await tokenFor(email, 2)
    expect((await rest(session.url, session.token, 'GET', '/auth/me')).status).toBe(200)

    expect(await reset(first)).toMatchObject({ status: 200, body: { message: 'Password changed. Sign in with it.' } })
    expect((await rest(session.url, session.token, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn(password)).status).toBe(401)
    expect(await signIn(chosen)).toMatchObject({ status: 200, body: { must_change_password: false } })
    for (const token of [first, second])
      expect(await reset(token, 'other words')).toMatchObject({
        status: 410,
        body: { detail: 'This link is no longer valid.' },
      })
    expect((await signIn(chosen)).status).toBe(200)

    const events = await eventsOf(['PasswordResetRequested', 'PasswordResetCompleted'], person.id)
    expect(events.map(({ type }) => type)).toEqual([
      'PasswordResetRequested',
      'PasswordResetRequested',
      'PasswordResetCompleted',
    ])
    for (const { tenant_id, actor_id, data } of events)
      expect({ tenant_id, actor_id, data }).toEqual({
        tenant_id: fixture.testTenant.tenantId,
        actor_id: null,
        data: { userId: person.id },
      })
  })

  it('works in GraphQL', async () => {
    const send = (query: string, variables: object) => graphql(fixture.server.url, null, query, variables)
    const asked = await send('mutation ($email: String!) { requestPasswordReset(email: $email) { message } }', {
      email,
    })
    expect(asked['data']).toEqual({ requestPasswordReset: answer })
    const token = await tokenFor(email)
    const choose =
      'mutation ($token: String!, $to: String!) { resetPassword(token: $token, newPassword: $to) { message } }'
    expect((await send(choose, { token, to: chosen }))['data']).toEqual({
      resetPassword: { message: 'Password changed. Sign in with it.' },
    })
    const codes = []
    for (const one of [token, 'unknown'])
      codes.push((await send(choose, { token: one, to: chosen })).errors[0].extensions.code)
    expect(codes).toEqual(['GONE', 'NOT_FOUND'])
    expect((await send('{ signInOptions { mail } }', {}))['data']).toEqual({ signInOptions: { mail: true } })
  })

  it('can be asked for by anybody, and only accounts that may sign in get a link', async () => {
    const unknown = `${randomUUID()}@sample.example`
    const expected: [string, string | null, string][] = [
      [unknown, null, 'No account has this address.'],
      [email, `status = 'blocked'`, 'The account is blocked.'],
      [email, `status = 'pending', tenant_id = null`, 'The account waits for approval.'],
      [email, `status = 'active', demo = true, tenant_id = null`, 'The account is one of the demo.'],
    ]
    for (const [to, change, reason] of expected) {
      if (change) await fixture.db.query(`update users set ${change} where id = $1`, [person.id])
      const { status, body } = await ask(to)
      expect({ status, body }).toEqual({ status: 200, body: answer })
      expect((await listedMails(to))[0]).toMatchObject({ to, kind: 'password_reset', state: 'failed', error: reason })
    }
    expect([...mailsTo(unknown), ...mailsTo(email)]).toEqual([])
    const events = await eventsOf(['PasswordResetRequested'], null)
    expect(events.at(-1)).toMatchObject({
      tenant_id: '00000000-0000-0000-0000-000000000000',
      data: { userId: null },
    })
  })

  it('gets five links in an hour, and says the same for more', async () => {
    for (let count = 1; count <= 5; count += 1) {
      await ask()
      await tokenFor(email, count)
    }
    expect((await ask()).body).toEqual(answer)
    expect((await listedMails(email))[0]).toMatchObject({
      state: 'failed',
      error: 'This account has got its links of the hour.',
    })
  })

  it('cannot be asked for more than 30 times in 15 minutes from one network, for any address', async () => {
    const statuses = []
    for (let n = 0; n < 31; n += 1) statuses.push((await ask(`${n}@sample.example`)).status)
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
    const refused = await ask()
    expect(refused.body['detail']).toBe('Too many requests for a new password. Try again in 15 minutes.')
    expect((await post(null, '/auth/forgot-password', { email: 'nobody' })).status).toBe(422)
  })

  it('follows the rules for passwords, and the link still works after a refusal', async () => {
    await ask()
    const token = await tokenFor(email)
    for (const [to, message] of [
      ['short', 'Password must be at least 6 characters long'],
      ['Password123', 'This password is too common. Choose one that is harder to guess.'],
    ] as const)
      expect(await reset(token, to)).toMatchObject({ status: 422, body: { errors: { new_password: message } } })
    expect((await reset(token)).status).toBe(200)
  })

  it('leaves two factors on, and lets in who was locked out before', async () => {
    await fixture.db.query(
      `insert into two_factors (user_id, secret, recovery_salt, created_at, confirmed_at) values ($1, 's', 's', now(), now())`,
      [person.id],
    )
    for (let n = 0; n < 10; n += 1) await signIn(`guess ${n}`)
    expect((await signIn(password)).status).toBe(429)
    await ask()
    expect((await reset(await tokenFor(email))).status).toBe(200)
    expect(await signIn(chosen)).toMatchObject({ status: 401, body: { code_required: true } })
  })

  it('of somebody who is blocked meanwhile stays', async () => {
    await ask()
    const token = await tokenFor(email)
    await post(fixture.globalAdmin.token, `/users/${person.id}/reset-password`, { new_password: 'words of an admin' })
    expect((await reset(token)).status).toBe(410)
    await ask()
    const later = await tokenFor(email, 2)
    await rest(fixture.server.url, fixture.globalAdmin.token, 'PUT', `/users/${person.id}/block`, { blocked: true })
    expect((await reset(later)).status).toBe(410)
  })

  it('leaves no token in the database, the lists, the log or the output of the server', async () => {
    await ask()
    const token = await tokenFor(email)
    await expect.poll(async () => (await listedMails(email))[0]!['state'], { timeout: 20_000 }).toBe('sent')
    await reset(token)
    const { rows } = await fixture.db.query(
      `select (select json_agg(m)::text from mails m) || (select json_agg(p)::text from password_links p)
         || (select json_agg(e)::text from activity_events e) as all`,
    )
    expect(rows[0].all).toContain('password_reset')
    expect(rows[0].all).not.toContain(token)
    expect(fixture.server.output()).not.toContain(token)
  })
})

describe('a link to pass on', () => {
  const link = (by: TestUser, userId: string, headers = {}) =>
    rest(fixture.server.url, by.token, 'POST', `/users/${userId}/password-link`, undefined, headers)
  const member = (role: 'sales_rep' | 'admin' | 'owner') =>
    addUser(fixture.db, fixture.testTenant.tenantId, role, 'Sample Member')

  it('is made by an owner and an admin for people below them, and works as that of a mail', async () => {
    const made = await link(fixture.owner, person.id)
    expect(made).toMatchObject({
      status: 201,
      body: { data: { url: expect.stringMatching(/^https:\/\/porchlight\.example\/reset-password\/[\w-]{43}$/) } },
    })
    expect(made.headers.get('cache-control')).toBe('no-store')
    const { url, expires_at: expiresAt } = made.body['data']
    expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    expect((await reset(url.split('/').at(-1))).status).toBe(200)
    expect((await signIn(chosen)).status).toBe(200)
    expect(mailsTo(email)).toEqual([])
    expect(await eventsOf(['PasswordLinkCreated', 'PasswordResetCompleted'], person.id)).toMatchObject([
      { type: 'PasswordLinkCreated', actor_id: fixture.owner.id, data: { userId: person.id } },
      { type: 'PasswordResetCompleted', actor_id: null, data: { userId: person.id } },
    ])
  })

  it('is refused for oneself, for the same or a higher role, and for people of others', async () => {
    const [admin, otherAdmin] = [await member('admin'), await member('admin')]
    const statuses = async (by: TestUser, ids: string[]) => {
      const found = []
      for (const id of ids) found.push((await link(by, id)).status)
      return found
    }
    const { owner, otherTenant, globalAdmin } = fixture
    const others = [otherTenant.owner.id, otherTenant.reps[0]!.id, globalAdmin.id, randomUUID()]
    expect(await statuses(admin, [person.id, admin.id, otherAdmin.id, owner.id])).toEqual([201, 403, 403, 403])
    expect(await statuses(admin, others)).toEqual([404, 404, 404, 404])
    expect(await statuses(owner, [person.id, admin.id, owner.id, (await member('owner')).id])).toEqual([
      ...[201, 201, 403, 403],
    ])
    expect(await statuses(person, [admin.id, fixture.colleague.id])).toEqual([403, 403])
    expect(await statuses(globalAdmin, [owner.id, otherTenant.owner.id, globalAdmin.id])).toEqual([201, 201, 403])
    const viewing = { 'x-tenant-id': fixture.testTenant.tenantId, 'x-impersonate-role': 'admin' }
    expect((await link(globalAdmin, owner.id, viewing)).status).toBe(403)
  })

  it('is refused for an account that may not sign in, and after the links of an hour', async () => {
    await fixture.db.query(`update users set status = 'blocked' where id = $1`, [person.id])
    expect(await link(fixture.owner, person.id)).toMatchObject({
      status: 409,
      body: { detail: 'This account is blocked. Unblock it first.' },
    })
    await fixture.db.query(`update users set status = 'active' where id = $1`, [person.id])
    for (let n = 0; n < 5; n += 1) expect((await link(fixture.owner, person.id)).status).toBe(201)
    expect((await link(fixture.owner, person.id)).status).toBe(429)
  })

  it('needs the password of whoever makes it, and no API key can make one', async () => {
    const token = await addSession(fixture.db, fixture.owner.id)
    await fixture.db.query(`update sessions set created_at = now() - interval '1 hour' where token_hash = $1`, [
      hashToken(token),
    ])
    expect(await link({ ...fixture.owner, token }, person.id)).toMatchObject({
      status: 403,
      body: { password_required: true },
    })
    const made = await post(fixture.owner.token, '/api-keys', { name: 'Sample', scope: 'full', expires_in_days: 1 })
    expect(made).toMatchObject({ status: 201 })
    expect((await link({ ...fixture.owner, token: made.body['data'].token }, person.id)).status).toBe(403)
  })
})
