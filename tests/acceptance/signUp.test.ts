import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'

let fixture: ServerFixture
let count = 0
beforeAll(async () => {
  fixture = await createServerFixture({
    ownServer: 'lets companies sign up',
    env: { SIGNUP: 'open', TRUSTED_PROXIES: '1' },
  })
}, 60_000)
afterAll(() => fixture.teardown())

const company = () => ({
  ...{ company_name: `Sample Founders ${(count += 1)}`, full_name: 'Sample Founder', password: 'a sample password' },
  ...{ email: `founder${count}@sample.example`, time_zone: 'America/Denver' },
})
/** Signs up from a network of its own, because a network may do it five times in an hour. */
const signUp = (more: object = {}, network = `198.51.${(count += 1)}.7`) =>
  rest(
    fixture.server.url,
    null,
    'POST',
    '/auth/register-company',
    { ...company(), ...more },
    { 'x-forwarded-for': network },
  )
const outcomeOf = ({ status, body }: { status: number; body: Json }) => [status, body['detail']]
const named = async (name: string) =>
  (await fixture.db.query('select id, time_zone from tenants where name = $1', [name])).rows as Json[]

describe('a company that signs up', () => {
  it('has its owner in at once, sees nothing of others, and is recorded', async () => {
    const input = company()
    const { status, body } = await signUp(input)
    expect([status, body['token_type'], body['user'].role]).toEqual([200, 'bearer', 'owner'])
    const [tenant] = await named(input.company_name)
    expect(tenant!['time_zone']).toBe('America/Denver')
    const token = body['access_token'] as string
    const me = (await rest(fixture.server.url, token, 'GET', '/auth/me')).body['data'] as Json
    expect(me).toMatchObject({ tenant_id: tenant!['id'], email: input.email, must_change_password: false })
    expect((await rest(fixture.server.url, token, 'GET', '/properties')).body['total']).toBe(0)
    expect((await rest(fixture.server.url, token, 'GET', '/users')).body['total']).toBe(1)
    expect((await rest(fixture.server.url, token, 'GET', '/tenants')).status).toBe(403)
    const { rows } = await fixture.db.query(
      'select type, data from activity_events where tenant_id = $1 order by position limit 3',
      [tenant!['id']],
    )
    const data = { tenantId: tenant!['id'] as string, userId: me['id'] as string }
    expect(rows).toEqual([
      { type: 'TenantCreated', data: { tenantId: data.tenantId } },
      { type: 'CompanyRegistered', data },
      { type: 'UserSignedIn', data: { userId: data.userId } },
    ])
    expect((await rest(fixture.server.url, token, 'POST', '/invitations', { role: 'admin' })).status).toBe(201)
  })

  it('has a name that no other has, however many ask for it at the same time', async () => {
    const name = 'Sample Twins Roofing'
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => signUp({ company_name: n % 2 ? name : ` ${name.toUpperCase()} ` })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body['detail']).toMatch(/^A company with this name is here already\. Add your town/)
    const { rows } = await fixture.db.query('select count(*)::int as n from tenants where lower(name) = lower($1)', [
      name,
    ])
    expect(rows[0].n).toBe(1)
  })

  it('makes nothing for an address that has an account, or a field that is wrong', async () => {
    const { email } = (await signUp()).body['user'] as { email: string }
    const input = company()
    expect(outcomeOf(await signUp({ ...input, email: email.toUpperCase() }))).toEqual([
      ...[409, 'An account with this email already exists.'],
    ])
    for (const [more, field] of [
      [{ company_name: ' ' }, 'company_name'],
      [{ full_name: '' }, 'full_name'],
      [{ email: 'nobody' }, 'email'],
      [{ password: 'short' }, 'password'],
      [{ password: 'password1' }, 'password'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    ] as const) {
      const { status, body } = await signUp({ ...input, ...more })
      expect([field, status, Object.keys(body['errors'] as Json)]).toEqual([field, 422, [field]])
    }
    expect(await named(input.company_name)).toEqual([])
    expect((await signUp(input)).status).toBe(200)
  })

  it('is one of five from a network in an hour', async () => {
    const network = '203.0.113.9'
    for (let n = 0; n < 5; n += 1) expect((await signUp({}, network)).status).toBe(200)
    const limited = await signUp({}, network)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await signUp()).status).toBe(200)
  })

  it('can do so by GraphQL, and accounts can still ask for approval', async () => {
    const { company_name: companyName, full_name: fullName, time_zone: timeZone, ...rest_ } = company()
    const { data } = await graphql(
      fixture.server.url,
      null,
      `
        mutation ($input: RegisterCompanyInput!) {
          registerCompany(input: $input) {
            user {
              role
              tenant {
                name
              }
            }
          }
        }
      `,
      { input: { ...rest_, companyName, fullName, timeZone } },
    )
    expect(data).toEqual({ registerCompany: { user: { role: 'OWNER', tenant: { name: companyName } } } })
    const { email, password, full_name } = company()
    const registered = await rest(fixture.server.url, null, 'POST', '/auth/register', { email, password, full_name })
    expect(registered.status).toBe(201)
  })
})

describe('where not everybody may sign up', () => {
  const account = () => {
    const { email, password, full_name } = company()
    return { email, password, full_name }
  }

  it.each([
    ['invite', [403, 'Ask your company for an invitation.'], 403, 'Ask your company for an invitation.'],
    ['approval', [201, undefined], 403, 'New companies are set up by an admin of this server.'],
  ] as const)('with SIGNUP=%s', async (mode, registered, status, detail) => {
    const closed = await createServerFixture({ ownServer: 'has another sign-up', env: { SIGNUP: mode } })
    try {
      const { url } = closed.server
      expect(outcomeOf(await rest(url, null, 'POST', '/auth/register', account()))).toEqual(registered)
      expect(outcomeOf(await rest(url, null, 'POST', '/auth/register-company', company()))).toEqual([status, detail])
      expect((await closed.db.query(`select count(*)::int as n from users where status = 'pending'`)).rows[0].n).toBe(
        mode === 'approval' ? 1 : 0,
      )
      const made = await rest(url, closed.owner.token, 'POST', '/invitations', { role: 'sales_rep' })
      const token = (made.body['data'].url as string).split('/').at(-1)
      expect((await rest(url, null, 'POST', '/auth/accept-invitation', { ...account(), token })).status).toBe(200)
    } finally {
      await closed.teardown()
    }
  })
})
