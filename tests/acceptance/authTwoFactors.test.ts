import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSocketClient, graphql, rest, type Json } from '../support/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addSession, addUser, setPassword, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
/** Another process on the same database, where the platform requires two factors. */
let requiring: TestServer
let person: TestUser & { email: string }
const password = 'a sample password'

beforeAll(async () => {
  fixture = await createServerFixture()
  requiring = await startServer({ databaseUrl: fixture.ownerUrl, env: { TWO_FACTORS: 'required' } })
}, 120_000)
afterAll(async () => {
  await requiring.stop()
  await fixture.teardown()
})
beforeEach(async () => {
  await fixture.db.query('delete from sign_in_failures')
  person = await addPerson()
})

async function addPerson(tenantId = fixture.testTenant.tenantId): Promise<TestUser & { email: string }> {
  const user = await addUser(fixture.db, tenantId, 'sales_rep', 'Sample Person')
  await setPassword(fixture.db, user.id, password)
  const { rows } = await fixture.db.query('select email from users where id = $1', [user.id])
  return { ...user, email: rows[0].email }
}

const post = (path: string, body: object, token: string | null = person.token, url = fixture.server.url) =>
  rest(url, token, 'POST', path, body)
const signIn = (code?: string, url = fixture.server.url) =>
  post('/auth/login', { email: person.email, password, ...(code === undefined ? {} : { code }) }, null, url)
/** The code of the time step that is `steps` after the current one. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
/** Makes it as if no code had been used. */
const forgetUse = () => fixture.db.query('update two_factors set last_step = 0 where user_id = $1', [person.id])

async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await post('/auth/totp', {})).body['data'] as { secret: string }
  const { body } = await post('/auth/totp/confirm', { code: codeOf(secret) })
  await forgetUse()
  return { secret, recoveryCodes: body['data'].recovery_codes }
}
const eventsOf = async () =>
  (
    await fixture.db.query(`select type from activity_events where subject_id = $1 order by position`, [person.id])
  ).rows.map(({ type }) => type as string)

describe('setting up two factors', () => {
  it('takes the secret to an app, a code back, and gives ten recovery codes once', async () => {
    const started = await post('/auth/totp', {})
    expect(started.status).toBe(200)
    const { secret, url } = started.body['data'] as { secret: string; url: string }
    expect(url).toBe(
      `otpauth://totp/Porchlight:${encodeURIComponent(person.email)}?issuer=Porchlight&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    // Nothing has changed yet.
    expect((await signIn()).status).toBe(200)
    const wrong = await post('/auth/totp/confirm', { code: '000000' === codeOf(secret) ? '000001' : '000000' })
    expect([wrong.status, wrong.body['errors']]).toEqual([422, { code: 'Incorrect code' }])
    const code = codeOf(secret)
    const confirmed = await post('/auth/totp/confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(confirmed.status).toBe(200)
    expect(new Set(confirmed.body['data'].recovery_codes).size).toBe(10)
    const me = (await rest(fixture.server.url, person.token, 'GET', '/auth/me')).body['data']
    expect(me).toMatchObject({ has_two_factors: true, recovery_codes_left: 10, must_set_up_two_factors: false })
    expect((await eventsOf()).filter((type) => type.startsWith('TwoFactors'))).toEqual(['TwoFactorsEnabled'])
    for (const path of ['/auth/totp', '/auth/totp/confirm']) expect((await post(path, { code })).status).toBe(409)
  })

  it('works by GraphQL', async () => {
    const { startTotp } = await fixture.execute(person, 'mutation { startTotp { secret url } }')
    const { confirmTotp } = await fixture.execute(
      person,
      'mutation ($code: String!) { confirmTotp(code: $code) { recoveryCodes } }',
      { code: codeOf(startTotp.secret) },
    )
    expect(confirmTotp.recoveryCodes).toHaveLength(10)
    const login = (more: string) =>
      graphql(
        fixture.server.url,
        null,
        `mutation { login(email: "${person.email}", password: "${password}"${more}) { accessToken user { hasTwoFactors } } }`,
      )
    const { errors } = await login('')
    expect(errors[0].extensions).toEqual({ code: 'CODE_REQUIRED' })
    const { data } = await login(`, code: "${confirmTotp.recoveryCodes[3]}"`)
    expect(data.login.user.hasTwoFactors).toBe(true)
    const disabled = await fixture.execute(person, `mutation { disableTotp(password: "${password}") { message } }`)
    expect(disabled.disableTotp.message).toBe('Two factors turned off')
    expect((await signIn()).status).toBe(200)
  })

  it('starts again with another secret, and the first one is worthless then', async () => {
    const [one, other] = [await post('/auth/totp', {}), await post('/auth/totp', {})]
    expect((await post('/auth/totp/confirm', { code: codeOf(one.body['data'].secret) })).status).toBe(422)
    expect((await post('/auth/totp/confirm', { code: codeOf(other.body['data'].secret) })).status).toBe(200)
  })

  it('stores no recovery code, and nothing that a tenant could read', async () => {
    const { recoveryCodes } = await turnOn()
    const { rows } = await fixture.db.query('select code_hash from recovery_codes where user_id = $1', [person.id])
    expect(rows).toHaveLength(10)
    const stored = Buffer.concat(rows.map(({ code_hash }) => code_hash as Buffer)).toString('latin1')
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
    for (const table of ['two_factors', 'recovery_codes']) {
      const read = fixture.db.query(`begin; set local role porchlight_tenant; select * from ${table}`)
      await expect(read).rejects.toThrow('permission denied')
      await fixture.db.query('rollback')
    }
  })

  it('is for people and not for API keys', async () => {
    const key = await post('/api-keys', { name: 'Sample', scope: 'full', expires_in_days: 1 })
    const { token } = key.body['data']
    for (const path of ['/auth/totp', '/auth/totp/confirm', '/auth/totp/disable'])
      expect((await post(path, { code: '1', password }, token)).status).toBe(403)
  })
})

describe('signing in with two factors', () => {
  it('needs a code, and says so only with the right password', async () => {
    const { secret } = await turnOn()
    const without = await signIn()
    expect(without.status).toBe(401)
    expect(without.body).toMatchObject({ status: 401, code_required: true })
    expect((await signIn('  ')).body).toMatchObject({ code_required: true })
    const wrongPassword = await post(
      '/auth/login',
      { email: person.email, password: 'a guess', code: codeOf(secret) },
      null,
    )
    expect(wrongPassword.status).toBe(401)
    expect(wrongPassword.body).not.toHaveProperty('code_required')
    const right = await signIn(codeOf(secret))
    expect([right.status, right.body['user'].has_two_factors]).toEqual([200, true])
  })

  it('accepts each code once, also of ten concurrent requests, and no earlier one afterwards', async () => {
    const { secret } = await turnOn()
    const code = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await fixture.db.query('delete from sign_in_failures')
    expect((await signIn(codeOf(secret, 1))).status).toBe(200)
    expect((await signIn(codeOf(secret, 0))).status).toBe(401)
  })

  it('does not accept the code that turned two factors on', async () => {
    const { secret } = (await post('/auth/totp', {})).body['data'] as { secret: string }
    const code = codeOf(secret)
    await post('/auth/totp/confirm', { code })
    expect((await signIn(code)).status).toBe(401)
  })

  it('accepts each recovery code once, however it is written, and records it', async () => {
    const { recoveryCodes } = await turnOn()
    expect((await signIn(recoveryCodes[0]!.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await signIn(recoveryCodes[0]!)).status).toBe(401)
    const { body } = await signIn(recoveryCodes[1]!)
    expect(body['user'].recovery_codes_left).toBe(8)
    const { rows } = await fixture.db.query(
      `select data from activity_events where type = 'RecoveryCodeUsed' and subject_id = $1 order by position`,
      [person.id],
    )
    expect(rows.map(({ data }) => data.codesLeft)).toEqual([9, 8])
  })

  it('counts wrong codes as failed sign-ins', async () => {
    const { secret } = await turnOn()
    const answers = []
    for (let n = 0; n < 11; n += 1) answers.push((await signIn(n % 2 ? '１２３４５６' : 'ABCD-EFGH-JKM0')).status)
    expect(answers).toEqual([...Array<number>(10).fill(401), 429])
    expect((await signIn(codeOf(secret))).status).toBe(429)
    const { rows } = await fixture.db.query(
      `select count(*)::int as n from activity_events where type = 'SignInRefused' and subject_id = $1 and data ->> 'reason' = 'code'`,
      [person.id],
    )
    expect(rows[0].n).toBe(10)
  })

  it('does not count a missing code, which is no guess', async () => {
    await turnOn()
    for (let n = 0; n < 11; n += 1) expect((await signIn()).status).toBe(401)
    expect((await fixture.db.query('select from sign_in_failures')).rowCount).toBe(0)
  })
})

it('no response with a token or a secret is stored on its way', async () => {
  const answers = [
    await signIn(),
    await post('/api-keys', { name: 'Sample', scope: 'read', expires_in_days: 1 }),
    await post('/auth/totp', {}),
  ]
  const { secret } = answers[2]!.body['data'] as { secret: string }
  answers.push(await post('/auth/totp/confirm', { code: codeOf(secret) }))
  const { email } = person
  const webhook = { url: 'https://hooks.example/', types: ['*'] }
  answers.push(await post('/webhooks', webhook, fixture.owner.token))
  answers.push(await post('/auth/register', { email: `new-${email}`, password, full_name: 'Sample' }, null))
  for (const { status, headers } of answers)
    expect([status < 300, headers.get('cache-control')]).toEqual([true, 'no-store'])
  const response = await fetch(`${fixture.server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `mutation { login(email: "${email}", password: "${password}") { accessToken } }` }),
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

describe('turning two factors off', () => {
  it('needs the password', async () => {
    await turnOn()
    const wrong = await post('/auth/totp/disable', { password: 'a guess' })
    expect([wrong.status, wrong.body['errors']]).toEqual([422, { password: 'Incorrect password' }])
    expect((await post('/auth/totp/disable', { password })).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    expect((await post('/auth/totp/disable', { password })).status).toBe(409)
    const { rows } = await fixture.db.query('select from recovery_codes where user_id = $1', [person.id])
    expect(rows).toHaveLength(0)
  })

  it('is done by a global admin for who lost the phone, and ends the sessions', async () => {
    await turnOn()
    const { globalAdmin, owner } = fixture
    const reset = (token: string) => post(`/users/${person.id}/reset-two-factors`, {}, token)
    expect((await reset(owner.token)).status).toBe(403)
    const done = await reset(globalAdmin.token)
    expect([done.status, done.body['message']]).toEqual([200, 'Two factors reset'])
    expect((await rest(fixture.server.url, person.token, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn()).status).toBe(200)
    expect((await reset(globalAdmin.token)).status).toBe(409)
    expect(await eventsOf()).toContain('TwoFactorsReset')
  })

  it('happens with the deletion of the account', async () => {
    await turnOn()
    await rest(fixture.server.url, fixture.globalAdmin.token, 'DELETE', `/users/${person.id}`)
    for (const table of ['two_factors', 'recovery_codes']) {
      const { rows } = await fixture.db.query(`select from ${table} where user_id = $1`, [person.id])
      expect([table, rows.length]).toEqual([table, 0])
    }
  })
})

describe('required two factors', () => {
  const setRequired = (isRequired: boolean, by: TestUser = fixture.owner) =>
    rest(fixture.server.url, by.token, 'PUT', `/tenants/${fixture.testTenant.tenantId}`, {
      require_two_factors: isRequired,
    })

  it('are led to by every other operation, for people who have none', async () => {
    const { status, body } = await signIn(undefined, requiring.url)
    expect([status, body['user'].must_set_up_two_factors]).toEqual([200, true])
    const token = body['access_token'] as string
    const call = (method: string, path: string, given?: object) => rest(requiring.url, token, method, path, given)
    for (const [method, path, given] of [
      ['GET', '/properties'],
      ['GET', '/tenants/current'],
      ['POST', '/api-keys', { name: 'x', scope: 'read', expires_in_days: 1 }],
      ['POST', '/auth/change-password', { new_password: 'other words', current_password: password }],
    ] as const) {
      const refused = await call(method, path, given)
      expect([path, refused.status, refused.body['detail']]).toEqual([path, 403, 'Set up two factors first'])
    }
    const { errors } = await graphql(requiring.url, token, '{ leads { totalCount } }')
    expect(errors[0].extensions.code).toBe('TWO_FACTORS_REQUIRED')
    expect((await call('GET', '/auth/me')).body['data'].must_set_up_two_factors).toBe(true)
    expect((await call('GET', '/auth/sessions')).status).toBe(200)
    const { secret } = (await call('POST', '/auth/totp', {})).body['data'] as { secret: string }
    expect((await call('POST', '/auth/totp/confirm', { code: codeOf(secret) })).status).toBe(200)
    expect((await call('GET', '/properties')).status).toBe(200)
    expect((await call('POST', '/auth/logout', {})).status).toBe(200)
  })

  it('of a tenant are switched by its owner or a global admin, and apply to open sockets within a second', async () => {
    expect((await setRequired(true, person)).status).toBe(403)
    const other = await addPerson(fixture.otherTenant.tenantId)
    const client = createSocketClient(fixture.server.url, person.token)
    const closed = new Promise<number>((resolve) =>
      client.on('closed', (event) => resolve((event as { code: number }).code)),
    )
    await new Promise<void>((resolve) => void client.on('connected', () => resolve()))
    const on = await setRequired(true)
    expect([on.status, on.body['data'].require_two_factors]).toEqual([200, true])
    expect(await closed).toBe(4403)
    await client.dispose()
    const errorOf = (user: TestUser) => fixture.errorCode(user, '{ leads { totalCount } }')
    await expect.poll(() => errorOf(person)).toBe('TWO_FACTORS_REQUIRED')
    expect(await errorOf(other)).toBeUndefined()
    expect(await errorOf(fixture.globalAdmin)).toBeUndefined()
    await turnOn()
    expect(await errorOf(person)).toBeUndefined()
    await turnOffAsAdmin()
    const off = await setRequired(false, fixture.globalAdmin)
    expect(off.body['data'].require_two_factors).toBe(false)
    await expect.poll(() => errorOf(fixture.owner)).toBeUndefined()
  })

  /** The person has new sessions afterwards. */
  async function turnOffAsAdmin(): Promise<void> {
    await post(`/users/${person.id}/reset-two-factors`, {}, fixture.globalAdmin.token)
    person = { ...person, token: await addSession(fixture.db, person.id) }
    await expect.poll(() => fixture.errorCode(person, '{ leads { totalCount } }')).toBe('TWO_FACTORS_REQUIRED')
  }

  it('do not stop API keys, which only a session with two factors can create', async () => {
    const key = await post('/api-keys', { name: 'Sample', scope: 'read', expires_in_days: 1 })
    const { token } = key.body['data'] as Json
    expect((await rest(requiring.url, token, 'GET', '/properties')).status).toBe(200)
  })
})
