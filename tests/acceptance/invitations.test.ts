import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest, graphql } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addSession, addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser
let count = 0

beforeAll(async () => {
  fixture = await createServerFixture()
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())

const password = 'a sample password'
const newEmail = () => `invited${(count += 1)}@sample.example`

async function invite(person: TestUser, input: object = {}, headers: Record<string, string> = {}) {
  const { url } = fixture.server
  const body = { role: 'sales_rep', ...input }
  const { status, body: answer } = await rest(url, person.token, 'POST', '/invitations', body, headers)
  const made = answer['data'] as Json
  return { status, body: answer, ...made, token: (made?.['url'] as string | undefined)?.split('/').at(-1) ?? '' }
}
const accept = (token: string, more: object = {}, url = fixture.server.url) =>
  rest(url, null, 'POST', '/auth/accept-invitation', {
    ...{ token, full_name: 'Sample Invited', password, email: newEmail() },
    ...more,
  })
const offer = (token: string) => rest(fixture.server.url, null, 'POST', '/auth/invitation', { token })
const listed = async (id: string, person = fixture.owner): Promise<Json> => {
  const { body } = await rest(fixture.server.url, person.token, 'GET', '/invitations')
  return (body['data'] as Json[]).find((one) => one['id'] === id)
}
const accountOf = async (email: string) =>
  (await fixture.db.query('select role, status, tenant_id from users where email_key = $1', [email])).rows[0] as Json
const gone = [410, 'This invitation is no longer valid.']
const outcomeOf = ({ status, body }: { status: number; body: Json }) => [status, body['detail']]

describe('an invitation', () => {
  it('lets one person in at once, with its role, and is used up then', async () => {
    const { status, url, invitation, token } = await invite(fixture.owner)
    expect(status).toBe(201)
    expect(url).toBe(`${fixture.server.url}/invitation/${token}`)
    expect(invitation).toMatchObject({ role: 'sales_rep', email: null, uses: 1, uses_left: 1, state: 'open' })
    const days = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 86_400_000
    expect(days).toBeCloseTo(7, 5)
    expect((await offer(token)).body['data']).toEqual({
      ...{ company_name: 'Sample Tenant', role: 'sales_rep', email: null, expires_at: invitation.expires_at },
      logo_url: null,
    })
    const email = newEmail()
    const accepted = await accept(token, { email })
    expect([accepted.status, accepted.body['token_type'], accepted.body['must_change_password']]).toEqual([
      ...[200, 'bearer', false],
    ])
    expect(accepted.body['user']).toMatchObject({ email, full_name: 'Sample Invited', role: 'sales_rep' })
    const me = await rest(fixture.server.url, accepted.body['access_token'] as string, 'GET', '/auth/me')
    expect(me.body['data'].tenant_id).toBe(fixture.testTenant.tenantId)
    const again = await rest(fixture.server.url, null, 'POST', '/auth/login', { email, password })
    expect(again.status).toBe(200)
    expect(outcomeOf(await accept(token))).toEqual(gone)
    expect(outcomeOf(await offer(token))).toEqual(gone)
    expect(await listed(invitation.id)).toMatchObject({
      state: 'used_up',
      uses_left: 0,
      created_by: { id: fixture.owner.id, full_name: 'Sample Owner' },
      accepted_by: [{ id: accepted.body['user'].id, full_name: 'Sample Invited', email }],
    })
  })

  it('for one person lets one of twenty in who come at the same time, to either process', async () => {
    const { token, invitation } = await invite(fixture.owner)
    const second = await fixture.takeSecondServer()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => accept(token, {}, n % 2 ? second.url : fixture.server.url)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(410)])
    expect((await listed(invitation.id))['accepted_by']).toHaveLength(1)
    const { rows } = await fixture.db.query(
      `select count(*)::int as n from users where full_name = 'Sample Invited' and tenant_id = $1 and created_at >= $2`,
      [fixture.testTenant.tenantId, invitation.created_at],
    )
    expect(rows[0].n).toBe(1)
  })

  it('for three people lets three in', async () => {
    const { token, invitation } = await invite(fixture.owner, { uses: 3, expires_in_days: 1 })
    for (const left of [2, 1, 0]) {
      expect((await accept(token)).status).toBe(200)
      expect(await listed(invitation.id)).toMatchObject({ uses_left: left })
    }
    expect(outcomeOf(await accept(token))).toEqual(gone)
  })

  it('for an address lets nobody else in, and is for one person', async () => {
    const email = newEmail()
    const { token } = await invite(fixture.owner, { email: ` ${email.toUpperCase()} ` })
    const other = await accept(token)
    expect([other.status, other.body['errors']]).toEqual([
      422,
      { email: 'This invitation is for another email address.' },
    ])
    const accepted = await accept(token, { email: undefined })
    expect([accepted.status, accepted.body['user'].email]).toEqual([200, email.toUpperCase()])
    expect((await invite(fixture.owner, { email: newEmail(), uses: 2 })).status).toBe(422)
  })

  it('makes nothing for an address that has an account, and can still be used', async () => {
    const email = newEmail()
    expect((await accept((await invite(fixture.owner)).token, { email })).status).toBe(200)
    const { token, invitation } = await invite(fixture.owner)
    const refused = await accept(token, { email: email.toUpperCase() })
    expect(outcomeOf(refused)).toEqual([409, 'An account with this email already exists.'])
    expect(await listed(invitation.id)).toMatchObject({ state: 'open', uses_left: 1, accepted_by: [] })
    expect(outcomeOf(await invite(fixture.owner, { email }))).toEqual([
      ...[409, 'An account with this email already exists.'],
    ])
    expect((await accept(token)).status).toBe(200)
  })

  it('takes the password by the rules of every new password, and needs a name and an address', async () => {
    const { token, invitation } = await invite(fixture.owner)
    for (const [more, field] of [
      [{ password: 'short' }, 'password'],
      [{ password: 'password1' }, 'password'],
      [{ password: 'Sample Invited 1!', full_name: 'Sample Invited' }, 'password'],
      [{ full_name: ' ' }, 'full_name'],
      [{ email: '' }, 'email'],
      [{ email: 'nobody' }, 'email'],
    ] as const) {
      const { status, body } = await accept(token, more)
      expect([more, status, Object.keys(body['errors'] as Json)]).toEqual([more, 422, [field]])
    }
    expect(await listed(invitation.id)).toMatchObject({ state: 'open', accepted_by: [] })
  })

  it('can be revoked while its form is open, once and for all', async () => {
    const { token, invitation } = await invite(fixture.owner, { uses: 5 })
    expect((await offer(token)).status).toBe(200)
    const revoke = () => rest(fixture.server.url, fixture.owner.token, 'DELETE', `/invitations/${invitation.id}`)
    expect([(await revoke()).body['message'], (await revoke()).status]).toEqual(['Invitation revoked', 200])
    expect(outcomeOf(await accept(token))).toEqual(gone)
    expect(await listed(invitation.id)).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) as string })
    const { rows } = await fixture.db.query(
      `select count(*)::int as n from activity_events where type = 'InvitationRevoked' and data->>'invitationId' = $1`,
      [invitation.id],
    )
    expect(rows[0].n).toBe(1)
  })

  it('expires', async () => {
    const { token, invitation } = await invite(fixture.owner)
    const expire = (when: string) =>
      fixture.db.query(`update invitations set expires_at = ${when} where id = $1`, [invitation.id])
    await expire(`now() - interval '1 second'`)
    expect([outcomeOf(await offer(token)), outcomeOf(await accept(token))]).toEqual([gone, gone])
    expect((await listed(invitation.id))['state']).toBe('expired')
    await expire(`now() + interval '1 minute'`)
    expect((await accept(token)).status).toBe(200)
  })

  it('ends when who created it is blocked, loses the role for it or leaves', async () => {
    const { db, testTenant, otherTenant } = fixture
    const former = await addUser(db, testTenant.tenantId, 'owner', 'Sample Former')
    const ofAdmin = await invite(former, { role: 'admin' })
    const ofRep = await invite(former)
    const set = (sql: string) => db.query(`update users set ${sql} where id = $1`, [former.id])
    const outcomes = async () => [(await offer(ofAdmin.token)).status, (await offer(ofRep.token)).status]
    expect(await outcomes()).toEqual([200, 200])
    await set(`role = 'admin'`)
    expect(await outcomes()).toEqual([410, 200])
    await set(`role = 'owner', tenant_id = '${otherTenant.tenantId}'`)
    expect(await outcomes()).toEqual([410, 410])
    await set(`status = 'blocked', tenant_id = '${testTenant.tenantId}'`)
    expect(await outcomes()).toEqual([410, 410])
    expect(outcomeOf(await accept(ofRep.token))).toEqual(gone)
    expect((await listed(ofRep.invitation.id))['state']).toBe('lapsed')
  })

  it('of an archived tenant lets nobody in', async () => {
    const { server, globalAdmin, otherTenant, db } = fixture
    const { token } = await invite(otherTenant.owner)
    const set = (what: string) =>
      rest(server.url, globalAdmin.token, 'POST', `/tenants/${otherTenant.tenantId}/${what}`)
    await set('archive')
    const email = newEmail()
    expect(outcomeOf(await accept(token, { email }))).toEqual([403, 'This company is archived.'])
    expect(await accountOf(email)).toBeUndefined()
    const inTenant = { 'x-tenant-id': otherTenant.tenantId }
    expect(outcomeOf(await invite(globalAdmin, {}, inTenant))).toEqual([422, 'This company is archived.'])
    await set('restore')
    expect((await accept(token, { email })).status).toBe(200)
    expect((await accountOf(email))['tenant_id']).toBe(otherTenant.tenantId)
    await db.query('delete from sign_in_failures')
  })

  it('is unknown by any other token, and its token is stored and recorded nowhere', async () => {
    const { token, invitation } = await invite(fixture.owner)
    const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    const ofOther = (await invite(fixture.otherTenant.owner)).token.slice(0, 22) + token.slice(22)
    for (const wrong of ['', 'x', changed, ofOther, `${token}=`, invitation.id, '../../etc', 'A'.repeat(54)])
      for (const answer of [await accept(wrong), await offer(wrong)])
        expect([wrong, ...outcomeOf(answer)]).toEqual([wrong, 404, 'Invitation not found'])
    const { rows } = await fixture.db.query(
      `select (select string_agg(i::text, ' ') from invitations i) as stored,
         (select string_agg(e.data::text, ' ') from activity_events e where type like 'Invitation%') as recorded`,
    )
    const { stored, recorded } = rows[0] as { stored: string; recorded: string }
    for (const text of [stored, recorded, fixture.server.output()]) expect(text).not.toContain(token)
    expect(recorded).toContain(invitation.id)
    expect(recorded).not.toContain('sample.example')
    const { body } = await rest(fixture.server.url, fixture.owner.token, 'GET', '/invitations')
    expect(JSON.stringify(body)).not.toContain(token)
  })

  it('records who was created by which', async () => {
    const { token, invitation } = await invite(admin)
    const { body } = await accept(token)
    const { rows } = await fixture.db.query(
      `select type, data from activity_events where tenant_id = $1 and (subject_id = $2 or subject_id = $3) order by position`,
      [fixture.testTenant.tenantId, invitation.id, body['user'].id],
    )
    const { id: invitationId, expires_at: expiresAt } = invitation
    const userId = body['user'].id as string
    expect(rows).toEqual([
      { type: 'InvitationCreated', data: { invitationId, role: 'sales_rep', uses: 1, expiresAt } },
      { type: 'UserCreated', data: { userId, role: 'sales_rep', tenantId: fixture.testTenant.tenantId } },
      { type: 'InvitationAccepted', data: { invitationId, userId, role: 'sales_rep' } },
      { type: 'UserSignedIn', data: { userId } },
    ])
  })
})

describe('inviting', () => {
  it('is for the roles below the own one', async () => {
    const inTenant = { 'x-tenant-id': fixture.testTenant.tenantId }
    const allowed = async (person: TestUser, headers = {}) => {
      const statuses: number[] = []
      for (const role of ['sales_rep', 'admin', 'owner', 'global_admin'])
        statuses.push((await invite(person, { role }, headers)).status)
      return statuses
    }
    expect(await allowed(fixture.rep)).toEqual([403, 403, 403, 403])
    expect(await allowed(admin)).toEqual([201, 403, 403, 403])
    expect(await allowed(fixture.owner)).toEqual([201, 201, 403, 403])
    expect(await allowed(fixture.globalAdmin, inTenant)).toEqual([201, 201, 201, 403])
    expect(await allowed(fixture.globalAdmin, { ...inTenant, 'x-impersonate-role': 'admin' })).toEqual([
      ...[201, 403, 403, 403],
    ])
    const { body } = await rest(
      fixture.server.url,
      fixture.globalAdmin.token,
      'GET',
      '/invitations',
      undefined,
      inTenant,
    )
    const ofAdmin = (body['data'] as Json[]).find((one) => one['role'] === 'admin')
    const path = `/invitations/${ofAdmin['id']}`
    expect((await rest(fixture.server.url, admin.token, 'DELETE', path)).status).toBe(403)
    const query = '{ me { abilities { invitableRoles } } }'
    const roles = async (person: TestUser) => (await fixture.execute(person, query))['me'].abilities.invitableRoles
    expect([await roles(fixture.rep), await roles(admin), await roles(fixture.owner)]).toEqual([
      ...[[], ['SALES_REP'], ['SALES_REP', 'ADMIN']],
    ])
  })

  it('is to the own tenant; others cannot tell that its invitations exist', async () => {
    const { server, owner, otherTenant, globalAdmin } = fixture
    expect(outcomeOf(await invite(owner, { tenant_id: otherTenant.tenantId }))).toEqual([404, 'Tenant not found'])
    expect((await invite(owner, { tenant_id: 'nothing' })).status).toBe(404)
    expect(outcomeOf(await invite(globalAdmin))).toEqual([422, 'Choose a tenant first'])
    const named = await invite(globalAdmin, { tenant_id: otherTenant.tenantId, role: 'owner' })
    expect(named.status).toBe(201)
    expect(await listed(named.invitation.id)).toBeUndefined()
    const path = `/invitations/${named.invitation.id}`
    expect(outcomeOf(await rest(server.url, owner.token, 'DELETE', path))).toEqual([404, 'Invitation not found'])
    // The session ended when the tenant was archived.
    const otherOwner = { ...otherTenant.owner, token: await addSession(fixture.db, otherTenant.owner.id) }
    expect(await listed(named.invitation.id, otherOwner)).toMatchObject({
      role: 'owner',
      state: 'open',
      created_by: { id: globalAdmin.id, email: '' },
    })
    expect((await accept(named.token)).body['user']).toMatchObject({ role: 'owner', tenant_id: otherTenant.tenantId })
  })

  it('refuses numbers out of bounds', async () => {
    for (const input of [{ uses: 0 }, { uses: 101 }, { expires_in_days: 0 }, { expires_in_days: 31 }])
      expect([input, (await invite(fixture.owner, input)).status]).toEqual([input, 422])
    expect((await invite(fixture.owner, { uses: 1.5 })).status).toBe(400)
    expect((await invite(fixture.owner, { uses: 100, expires_in_days: 30 })).status).toBe(201)
  })

  it('is listed newest first, page by page', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.unshift((await invite(fixture.owner)).invitation.id)
    const query = `query ($after: String) { invitations(first: 2, after: $after) { totalCount pageInfo { endCursor hasNextPage } edges { node { id createdBy { fullName } } } } }`
    const page = async (after: string | null) => (await fixture.execute(fixture.owner, query, { after }))['invitations']
    const first = await page(null)
    const second = await page(first.pageInfo.endCursor)
    const seen = [...first.edges, ...second.edges].map((edge: Json) => edge.node.id as string)
    expect(seen.slice(0, 3)).toEqual(ids)
    const { body } = await rest(fixture.server.url, fixture.owner.token, 'GET', '/invitations?limit=1&offset=1')
    expect([body['total'], (body['data'] as Json[])[0]['id']]).toEqual([first.totalCount, ids[1]])
  })

  it('accepts with an expired session, and is limited as registrations are', async () => {
    const { token } = await invite(fixture.owner)
    const email = newEmail()
    const accepted = await graphql(
      fixture.server.url,
      'an-expired-session',
      `
        mutation ($token: String!, $email: String!, $password: String!) {
          acceptInvitation(token: $token, email: $email, password: $password, fullName: "Sample Invited") {
            tokenType
            user {
              email
            }
          }
        }
      `,
      { token, email, password },
    )
    expect(accepted.data).toEqual({ acceptInvitation: { tokenType: 'bearer', user: { email } } })
    const next = await invite(fixture.owner)
    await fixture.db.query(
      `insert into sign_in_failures (id, account_key, address_key, at)
       select gen_random_uuid(), account_key, address_key, now() from sign_in_failures, generate_series(1, 60)
       where at = (select max(at) from sign_in_failures) limit 60`,
    )
    const limited = await accept(next.token)
    expect(limited.status).toBe(429)
    await fixture.db.query('delete from sign_in_failures')
    expect((await accept(next.token)).status).toBe(200)
  })
})
