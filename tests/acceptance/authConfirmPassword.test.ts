import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { graphql, rest, type Json } from '../support/client.ts'
import type { TestServer } from '../support/server.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addSession, addUser, setPassword, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
/** Another process on the same database. */
let second: TestServer
let person: TestUser
const password = 'a sample password'

beforeAll(async () => {
  fixture = await createServerFixture()
  second = await fixture.takeSecondServer()
}, 120_000)
afterAll(() => fixture.teardown())
beforeEach(async () => {
  await fixture.db.query('delete from sign_in_failures')
  person = await addUser(fixture.db, fixture.testTenant.tenantId, 'owner', 'Sample Owner')
  await setPassword(fixture.db, person.id, password)
})

const call = (method: string, path: string, body?: object, token = person.token, url = fixture.server.url) =>
  rest(url, token, method, path, body)
const confirm = (body: object) => call('POST', '/auth/confirm-password', body)
/** As if the session had signed in, and confirmed the password, this long ago. */
const age = async (minutes: number, { id } = person) => {
  const { rows } = await fixture.db.query('select id, confirmed_at from sessions where user_id = $1', [id])
  for (const session of rows as { id: string; confirmed_at: Date | null }[])
    await fixture.db.query(
      `update sessions set created_at = now() - make_interval(mins => $2), confirmed_at = $3, last_used_at = now()
       where id = $1`,
      [session.id, minutes, session.confirmed_at && new Date(session.confirmed_at.getTime() - minutes * 60_000)],
    )
}
const newKey = { name: 'Sample', scope: 'read', expires_in_days: 1 }
const newWebhook = { url: 'http://127.0.0.1:9/', types: ['*'] }

describe('a session whose user proved the password more than 15 minutes ago', () => {
  it('needs it again to create a key or a webhook, export everything, set up or turn off two factors, and end other sessions', async () => {
    const { id } = (await call('POST', '/webhooks', newWebhook)).body['data'].webhook as Json
    await addSession(fixture.db, person.id)
    const { id: sessionId } = (await call('GET', '/auth/sessions')).body['data'][0] as Json
    await age(16)
    for (const [method, path, body] of [
      ['POST', '/api-keys', newKey],
      ['POST', '/webhooks', newWebhook],
      ['PUT', `/webhooks/${id}`, { url: 'http://127.0.0.1:10/' }],
      ['POST', '/exports', { everything: true }],
      ['POST', '/auth/totp', {}],
      ['POST', '/auth/totp/disable', { password }],
      ['DELETE', `/auth/sessions/${sessionId}`, undefined],
      ['DELETE', '/auth/sessions', undefined],
    ] as const) {
      const refused = await call(method, path, body)
      expect([path, refused.status, refused.body]).toEqual([
        path,
        403,
        {
          ...{ type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Confirm your password to do this.' },
          code: 'PASSWORD_REQUIRED',
          password_required: true,
        },
      ])
    }
    const { errors } = await graphql(fixture.server.url, person.token, 'mutation { exportEverything { id } }')
    expect(errors[0].extensions).toEqual({ code: 'PASSWORD_REQUIRED' })
    // What is not dangerous goes on.
    expect((await call('GET', '/api-keys')).status).toBe(200)
    expect((await call('POST', '/exports', { list: 'leads' })).status).toBe(202)
    expect((await call('PUT', `/webhooks/${id}`, { types: ['UserEdited'] })).status).toBe(200)
  })

  it('needs it again to change a role, set a password or reset two factors, but not to approve or edit an account', async () => {
    const admin = await addUser(fixture.db, null, 'global_admin', 'Sample Boss')
    await setPassword(fixture.db, admin.id, password)
    await age(16, admin)
    const edit = (body: object, id = person.id) => call('PUT', `/users/${id}`, body, admin.token)
    expect((await edit({ role: 'admin' })).body).toMatchObject({ status: 403, password_required: true })
    expect((await call('POST', `/users/${person.id}/reset-two-factors`, {}, admin.token)).body).toMatchObject({
      password_required: true,
    })
    expect((await edit({ password: 'another sample password' })).body).toMatchObject({ password_required: true })
    const reset = { new_password: 'another sample password' }
    expect((await call('POST', `/users/${person.id}/reset-password`, reset, admin.token)).body).toMatchObject({
      password_required: true,
    })
    expect((await edit({ role: 'owner', full_name: 'Other Name' })).status).toBe(200)
    await fixture.db.query(`update users set status = 'pending' where id = $1`, [person.id])
    const { tenantId } = fixture.testTenant
    expect((await edit({ role: 'admin', tenant_id: tenantId, is_active: true })).status).toBe(200)
    await rest(fixture.server.url, admin.token, 'POST', '/auth/confirm-password', { password })
    expect((await edit({ role: 'sales_rep' })).status).toBe(200)
  })

  it('may do so for 15 minutes after it confirmed the password, at once in every process', async () => {
    await age(16)
    expect((await call('POST', '/api-keys', newKey, person.token, second.url)).status).toBe(403)
    const done = await confirm({ password })
    expect([done.status, done.body['message']]).toEqual([200, 'Password confirmed'])
    expect((await call('POST', '/api-keys', newKey, person.token, second.url)).status).toBe(201)
    await age(14)
    expect((await call('POST', '/api-keys', newKey)).status).toBe(201)
    await age(2)
    expect((await call('POST', '/api-keys', newKey)).status).toBe(403)
    const { rows } = await fixture.db.query(
      `select count(*)::int as n from activity_events where type = 'PasswordConfirmed' and subject_id = $1`,
      [person.id],
    )
    expect(rows[0].n).toBe(1)
  })

  it('repeats a request with the same Idempotency-Key after the confirmation', async () => {
    await age(16)
    const send = (path: string, body: object, root = '/api') =>
      fetch(`${fixture.server.url}${root}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${person.token}`,
          'idempotency-key': `once ${root}`,
        },
        body: JSON.stringify(body),
      })
    const query = { query: 'mutation { exportEverything { id } }' }
    expect((await send('/exports', { everything: true })).status).toBe(403)
    expect(await (await send('/graphql', query, '')).json()).toHaveProperty('errors')
    await confirm({ password })
    expect((await send('/exports', { everything: true })).status).toBe(202)
    expect(await (await send('/graphql', query, '')).json()).not.toHaveProperty('errors')
  })
})

describe('confirming the password', () => {
  it('counts wrong ones as failed sign-ins', async () => {
    expect((await confirm({ password: '' })).body['errors']).toEqual({ password: 'Your current password is required' })
    const answers = []
    for (let n = 0; n < 11; n += 1) answers.push((await confirm({ password: `guess ${n}` })).status)
    expect(answers).toEqual([...Array<number>(10).fill(422), 429])
    expect((await confirm({ password })).status).toBe(429)
  })

  it('needs a code too with two factors, which works once', async () => {
    const { secret } = (await call('POST', '/auth/totp', {})).body['data'] as { secret: string }
    const codeAt = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
    const first = codeAt(0)
    await call('POST', '/auth/totp/confirm', { code: first })
    await age(16)
    const without = await confirm({ password })
    expect([without.status, Object.keys(without.body['errors'])]).toEqual([422, ['code']])
    const used = await confirm({ password, code: first })
    expect(used.body['errors']).toEqual({ code: 'Incorrect code. Each code works once.' })
    expect((await call('POST', '/api-keys', newKey)).status).toBe(403)
    expect((await call('POST', '/auth/totp/disable', { password })).body).toMatchObject({ password_required: true })
    expect((await confirm({ password, code: codeAt(1) })).status).toBe(200)
    expect((await call('POST', '/api-keys', newKey)).status).toBe(201)
    expect((await call('POST', '/auth/totp/disable', { password })).status).toBe(200)
    const { rows } = await fixture.db.query('select count(*)::int as n from sign_in_failures')
    expect(rows[0].n).toBe(1)
  })

  it('is not for API keys, which may do what they could before', async () => {
    const key = await call('POST', '/api-keys', { ...newKey, scope: 'full' })
    const { token } = key.body['data'] as { token: string }
    expect((await call('POST', '/auth/confirm-password', { password }, token)).status).toBe(403)
    expect((await call('POST', '/api-keys', newKey, token)).status).toBe(403)
    expect((await call('POST', '/exports', { everything: true }, token)).status).toBe(202)
  })
})
