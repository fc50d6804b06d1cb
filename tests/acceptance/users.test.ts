import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { addUser } from '../support/testTenant.ts'
import { graphql, rest, type ApiResponse } from '../support/client.ts'
import { isCluster } from '../support/database.ts'
import { createServerFixture } from '../support/serverFixture.ts'

const onCluster = await isCluster()

const fixture = await createServerFixture()
const { globalAdmin, server, otherTenant, testTenant, db: owner } = fixture
const admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
afterAll(() => fixture.teardown())

const call = (token: string | null, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  rest(server.url, token, method, path, body, headers)
const ask = (token: string | null, query: string, variables?: object, headers?: Record<string, string>) =>
  graphql(server.url, token, query, variables, headers)

const password = 'a sample password'
let count = 0
/** An unused e-mail address. */
const newEmail = () => `newcomer${(count += 1)}@sample.example`

async function register(email = newEmail()): Promise<{ id: string; email: string }> {
  await call(null, 'POST', '/auth/register', { email, password, full_name: 'New Comer' })
  const { rows } = await owner.query('select id from users where email = $1', [email])
  return { id: rows[0].id, email }
}

async function signIn(email: string, using = password) {
  return call(null, 'POST', '/auth/login', { email, password: using })
}

/** An approved account that has signed in. */
async function member(role = 'sales_rep', tenantId = testTenant.tenantId) {
  const { id, email } = await register()
  expect((await call(globalAdmin.token, 'POST', `/users/${id}/approve`, { tenant_id: tenantId, role })).status).toBe(
    200,
  )
  return { id, email, token: (await signIn(email)).body['access_token'] as string }
}

describe('a new registration', () => {
  it('is refused for an address that looks like that of another account, which can still sign in', async () => {
    const { email } = await member()
    const message = 'The email address contains a character that cannot be seen (U+200B). Type the address again.'
    const disguised = email.replace('@', '\u200b@')
    const byRest = await call(null, 'POST', '/auth/register', { email: disguised, password, full_name: 'New Comer' })
    expect(byRest).toMatchObject({ status: 422, body: { detail: message, errors: { email: message } } })
    const mutation =
      'mutation ($email: String!, $password: String!) { register(email: $email, password: $password, fullName: "New Comer") { message } }'
    const byGraphql = await ask(null, mutation, { email: disguised, password })
    expect(byGraphql['errors'][0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } })
    const byAdmin = await call(globalAdmin.token, 'POST', '/users', {
      email: disguised,
      password,
      full_name: 'New Comer',
      role: 'sales_rep',
      tenant_id: testTenant.tenantId,
    })
    expect(byAdmin).toMatchObject({ status: 422, body: { detail: message } })
    // An account from before this rule.
    await owner.query('update users set email = $2, email_key = $2 where email = $1', [email, disguised])
    expect((await signIn(disguised)).status).toBe(200)
  })

  it('is pending until it is approved with a tenant and a role, then signs in', async () => {
    const { id, email } = await register()
    expect((await signIn(email)).body['detail']).toBe('Your account is waiting for admin approval.')
    const waiting = await call(globalAdmin.token, 'GET', '/users?status=pending')
    expect(waiting.body['data']).toEqual([
      expect.objectContaining({ id, status: 'pending', is_active: false, tenant_id: null, tenant: null }),
    ])
    const approved = await call(globalAdmin.token, 'POST', `/users/${id}/approve`, {
      tenant_id: testTenant.tenantId,
      role: 'sales_rep',
    })
    expect(approved.body['data']).toMatchObject({ status: 'active', role: 'sales_rep', tenant_id: testTenant.tenantId })
    const { body } = await signIn(email)
    expect(body).toMatchObject({ must_change_password: false, user: { tenant: { name: 'Sample Tenant' } } })
    const again = await call(globalAdmin.token, 'POST', `/users/${id}/approve`, {
      tenant_id: testTenant.tenantId,
      role: 'owner',
    })
    expect(again.status).toBe(409)
  })

  it('can also be approved by PUT with is_active, which requires a tenant', async () => {
    const { id, email } = await register()
    const without = await call(globalAdmin.token, 'PUT', `/users/${id}`, { is_active: true })
    expect([without.status, without.body['errors']]).toEqual([422, { tenant_id: 'Choose a tenant' }])
    const body = { is_active: true, tenant_id: testTenant.tenantId, role: 'admin' }
    const { body: answer } = await call(globalAdmin.token, 'PUT', `/users/${id}`, body)
    expect(answer['data']).toMatchObject({ status: 'active', role: 'admin', tenant_id: testTenant.tenantId })
    expect((await signIn(email)).status).toBe(200)
  })

  it('is approved by GraphQL by the same rules: not as a global admin, not into an unknown tenant', async () => {
    const { id } = await register()
    const approve = `mutation ($id: ID!, $tenantId: ID!, $role: Role!) {
      approveUser(id: $id, tenantId: $tenantId, role: $role) { status isActive role tenant { id } } }`
    const as = (tenantId: string, role: string) => ask(globalAdmin.token, approve, { id, tenantId, role })
    expect((await as(testTenant.tenantId, 'GLOBAL_ADMIN')).errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect((await as(randomUUID(), 'OWNER')).errors[0].message).toBe('Tenant not found')
    expect((await as(testTenant.tenantId, 'OWNER')).data.approveUser).toEqual({
      status: 'ACTIVE',
      isActive: true,
      role: 'OWNER',
      tenant: { id: testTenant.tenantId },
    })
  })

  it('is counted as pending for those who may approve, whichever tenant is chosen', async () => {
    const { id } = await register()
    const query = '{ users(filter: { status: PENDING }) { pendingCount totalCount edges { node { id } } } }'
    const { data } = await ask(globalAdmin.token, query, {}, { 'x-tenant-id': testTenant.tenantId })
    expect(data.users.pendingCount).toBe(data.users.totalCount)
    expect(data.users.edges.map(({ node }: { node: { id: string } }) => node.id)).toContain(id)
    expect((await ask(testTenant.owner.token, query)).data.users).toEqual({ pendingCount: 0, totalCount: 0, edges: [] })
  })
})

describe('a password set by somebody else', () => {
  it('must be changed first at the first sign-in of an account that an admin created', async () => {
    const email = newEmail()
    const made = await call(globalAdmin.token, 'POST', '/users', {
      email,
      password,
      full_name: 'Made Sample',
      role: 'sales_rep',
      tenant_id: testTenant.tenantId,
      phone: '(555) 0100-101',
    })
    expect(made.status).toBe(201)
    expect(made.body['data']).toMatchObject({ status: 'active', must_change_password: true, phone: '(555) 0100-101' })
    const { body } = await signIn(email)
    expect(body['must_change_password']).toBe(true)
    const token = body['access_token'] as string
    const refused = await call(token, 'GET', '/properties')
    expect([refused.status, refused.body['detail']]).toEqual([403, 'Password change required'])
    expect((await ask(token, '{ totals { leads } }')).errors[0].extensions.code).toBe('PASSWORD_CHANGE_REQUIRED')
    expect((await call(token, 'GET', '/auth/me')).body['data'].must_change_password).toBe(true)
    expect((await ask(token, '{ me { mustChangePassword } }')).data.me).toEqual({ mustChangePassword: true })

    const same = await call(token, 'POST', '/auth/change-password', { new_password: password })
    expect(same.status).toBe(422)
    const changed = await call(token, 'POST', '/auth/change-password', { new_password: 'words of my own' })
    expect(changed.status).toBe(200)
    expect((await call(token, 'GET', '/properties')).status).toBe(200)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'words of my own')).body['must_change_password']).toBe(false)
  })

  it('is set by a reset, in the query or the body, ends the sessions and never reaches the log', async () => {
    const { id, email, token } = await member()
    const secret = `never-logged-${randomUUID()}`
    const answer = await call(globalAdmin.token, 'POST', `/users/${id}/reset-password?new_password=${secret}`)
    expect([answer.status, answer.body['message']]).toEqual([200, 'Password reset successfully'])
    expect((await call(token, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn(email, secret)).body['must_change_password']).toBe(true)
    const second = `${secret}-2`
    await call(globalAdmin.token, 'POST', `/users/${id}/reset-password`, { new_password: second })
    expect((await signIn(email, second)).status).toBe(200)
    const short = await call(globalAdmin.token, 'POST', `/users/${id}/reset-password?new_password=12345`)
    expect([short.status, short.body['detail']]).toEqual([422, 'Password must be at least 6 characters long'])
    expect((await call(globalAdmin.token, 'POST', `/users/${id}/reset-password`)).status).toBe(422)
    expect(server.output()).not.toContain(secret)
    const { rows } = await owner.query(`select count(*)::int as n from activity_events where data::text like $1`, [
      `%${secret}%`,
    ])
    expect(rows[0].n).toBe(0)
  })
})

describe('blocking', () => {
  it('toggles or is set, ends the sessions and is disclosed only to a caller with the password', async () => {
    const { id, email, token } = await member()
    const blocked = await call(globalAdmin.token, 'PUT', `/users/${id}/block`)
    expect(blocked.body).toMatchObject({ message: 'User blocked', data: { status: 'blocked', is_active: false } })
    expect((await call(token, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn(email, 'a wrong guess')).status).toBe(401)
    const received = await signIn(email)
    expect([received.status, received.body['detail']]).toEqual([
      403,
      'Your account is blocked. Please contact your admin.',
    ])
    const same = await call(globalAdmin.token, 'PUT', `/users/${id}/block`, { blocked: true })
    expect(same.body['data'].status).toBe('blocked')
    const unblocked = await call(globalAdmin.token, 'PUT', `/users/${id}/block`, {})
    expect(unblocked.body).toMatchObject({ message: 'User unblocked', data: { status: 'active' } })
    expect((await call(token, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn(email)).status).toBe(200)
  })

  it('does not activate an account that was never approved', async () => {
    const { id } = await register()
    expect((await call(globalAdmin.token, 'PUT', `/users/${id}/block`)).status).toBe(422)
    const set = 'mutation ($id: ID!, $blocked: Boolean!) { setUserBlocked(id: $id, blocked: $blocked) { status } }'
    expect((await ask(globalAdmin.token, set, { id, blocked: false })).errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })
})

describe('adding users', () => {
  const create = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id email role tenant { id } } }`
  const input = (given: object = {}) => ({
    email: newEmail(),
    password,
    fullName: 'Added Sample',
    role: 'SALES_REP',
    ...given,
  })

  it('an owner adds reps and admins to their own tenant only, whatever the request says', async () => {
    for (const role of ['SALES_REP', 'ADMIN']) {
      const { data } = await ask(testTenant.owner.token, create, { input: input({ role }) })
      expect(data.createUser).toMatchObject({ role, tenant: { id: testTenant.tenantId } })
    }
    for (const role of ['OWNER', 'GLOBAL_ADMIN'])
      expect((await ask(testTenant.owner.token, create, { input: input({ role }) })).errors[0].extensions.code).toBe(
        'FORBIDDEN',
      )
    const elsewhere = await ask(testTenant.owner.token, create, { input: input({ tenantId: otherTenant.tenantId }) })
    expect(elsewhere.errors[0]).toMatchObject({ message: 'Tenant not found', extensions: { code: 'NOT_FOUND' } })
    const path = `/tenants/${otherTenant.tenantId}/users`
    const body = { email: newEmail(), password, full_name: 'Added Sample', role: 'sales_rep' }
    expect((await call(testTenant.owner.token, 'POST', path, body)).status).toBe(404)
    const own = await call(testTenant.owner.token, 'POST', `/tenants/${testTenant.tenantId}/users`, body)
    expect([own.status, own.body['data'].tenant_id]).toEqual([201, testTenant.tenantId])
  })

  it('a global admin adds owners too, with or without a tenant, but no global admin', async () => {
    const chosen = { 'x-tenant-id': otherTenant.tenantId }
    const { data } = await ask(globalAdmin.token, create, { input: input({ role: 'OWNER' }) }, chosen)
    expect(data.createUser.tenant.id).toBe(otherTenant.tenantId)
    expect((await ask(globalAdmin.token, create, { input: input() })).data.createUser.tenant).toBeNull()
    // Without a tenant the new user has none, even while the global admin works in one; a viewed owner creates users in
    // that tenant.
    const nowhere = { input: input({ tenantId: null }) }
    expect((await ask(globalAdmin.token, create, nowhere, chosen)).data.createUser.tenant).toBeNull()
    const body = { password, full_name: 'Added Sample', role: 'sales_rep', tenant_id: null }
    const byRest = await call(globalAdmin.token, 'POST', '/users', { ...body, email: newEmail() }, chosen)
    expect([byRest.status, byRest.body['data'].tenant_id]).toEqual([201, null])
    const viewing = { ...chosen, 'x-impersonate-role': 'owner' }
    const tied = await call(globalAdmin.token, 'POST', '/users', { ...body, email: newEmail() }, viewing)
    expect([tied.status, tied.body['data'].tenant_id]).toEqual([201, otherTenant.tenantId])
    const bosses = await ask(globalAdmin.token, create, { input: input({ role: 'GLOBAL_ADMIN' }) })
    expect(bosses.errors[0].extensions.code).toBe('FORBIDDEN')
  })

  it('rejects invalid fields by name, and an e-mail address that is taken', async () => {
    const body = { email: newEmail(), password, full_name: 'Added Sample', role: 'sales_rep' }
    for (const [given, errors] of [
      [{ email: 'nobody' }, { email: 'Invalid email address' }],
      [{ email: ' ' }, { email: 'Email is required' }],
      [{ full_name: ' ' }, { full_name: 'Full name is required' }],
      [{ password: '12345' }, { password: 'Password must be at least 6 characters' }],
    ] as const) {
      const answer = await call(testTenant.owner.token, 'POST', '/users', { ...body, ...given })
      expect([answer.status, answer.body['errors']]).toEqual([422, errors])
    }
    expect((await call(testTenant.owner.token, 'POST', '/users', { ...body, role: 'boss' })).status).toBe(400)
    expect((await call(testTenant.owner.token, 'POST', '/users', body)).status).toBe(201)
    const spelled = { ...body, email: body.email.toUpperCase() }
    expect((await call(testTenant.owner.token, 'POST', '/users', spelled)).status).toBe(409)
  })
})

describe('changing an account', () => {
  it('keeps omitted fields, ignores a blank password and rejects another e-mail address', async () => {
    const { id, email } = await member()
    const named = await call(globalAdmin.token, 'PUT', `/users/${id}`, { full_name: 'Other Name', password: '', email })
    expect(named.body['data']).toMatchObject({ full_name: 'Other Name', role: 'sales_rep', email })
    const phoned = await call(globalAdmin.token, 'PUT', `/users/${id}`, { phone: '(555) 0100-118' })
    expect(phoned.body['data']).toMatchObject({ full_name: 'Other Name', phone: '(555) 0100-118' })
    expect((await signIn(email)).status).toBe(200)
    const moved = await call(globalAdmin.token, 'PUT', `/users/${id}`, { email: newEmail() })
    expect([moved.status, Object.keys(moved.body['errors'])]).toEqual([422, ['email']])
  })

  it('applies a new role to open sessions', async () => {
    const { id, token } = await member()
    expect((await call(token, 'GET', '/users')).status).toBe(403)
    await call(globalAdmin.token, 'PUT', `/users/${id}`, { role: 'owner' })
    expect((await call(token, 'GET', '/users')).status).toBe(200)
    await call(globalAdmin.token, 'PUT', `/users/${id}`, { role: 'sales_rep' })
    expect((await call(token, 'GET', '/users')).status).toBe(403)
  })

  it('records a tenant change in both logs, and the old tenant still shows the name on past work', async () => {
    const { id } = await member()
    const update = `mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { tenant { id } } }`
    const { data } = await ask(globalAdmin.token, update, { id, input: { tenantId: otherTenant.tenantId } })
    expect(data.updateUser.tenant.id).toBe(otherTenant.tenantId)
    const log =
      '{ activityLog(filter: { types: ["UserTenantChanged"] }, first: 1) { edges { node { subjectUser { id fullName email } } } } }'
    const received = async (token: string) => (await ask(token, log)).data.activityLog.edges[0].node.subjectUser
    expect(await received(testTenant.owner.token)).toEqual({ id, fullName: 'New Comer', email: '' })
    expect(await received(otherTenant.owner.token)).toEqual({
      id,
      fullName: 'New Comer',
      email: expect.stringContaining('@'),
    })
  })

  it("is refused for one's own account, and for everyone but a global admin", async () => {
    for (const [method, path, body] of [
      ['PUT', '', { full_name: 'Me' }],
      ['PUT', '/block', {}],
      ['POST', '/reset-password', { new_password: 'longer words' }],
      ['DELETE', '', undefined],
    ] as const) {
      expect((await call(globalAdmin.token, method, `/users/${globalAdmin.id}${path}`, body)).status).toBe(403)
      for (const { token } of [testTenant.owner, admin, testTenant.reps[0]!])
        expect((await call(token, method, `/users/${testTenant.reps[0]!.id}${path}`, body)).status).toBe(403)
    }
  })

  /** Waits until `count` database sessions wait for the row of `installation` that this connection holds. */
  async function untilWaiting(count: number): Promise<void> {
    for (;;) {
      const { rowCount } = await owner.query(`select from pg_locks waiting join pg_locks used using (pid)
        where not waiting.granted and used.locktype = 'relation' and used.relation = 'installation'::regclass
          and used.database = (select oid from pg_database where datname = current_database())`)
      if (rowCount === count) return
      await sleep(20)
    }
  }

  const reason = onCluster ? ' (skipped: on a cluster, pg_locks does not show that the two wait for each other)' : ''
  it.skipIf(onCluster)(
    `leaves at least one global admin, also when two block each other concurrently${reason}`,
    async () => {
      const first = await addUser(owner, null, 'global_admin', 'First Boss')
      const second = await addUser(owner, null, 'global_admin', 'Second Boss')
      await owner.query(`update users set status = 'blocked' where id = $1`, [globalAdmin.id])
      // Both requests are authorized and wait for the lock.
      await owner.query('begin')
      await owner.query(`insert into installation values ('lock accounts', 'true')
      on conflict (key) do update set value = excluded.value`)
      const both = Promise.all([
        call(first.token, 'PUT', `/users/${second.id}/block`, { blocked: true }),
        call(second.token, 'PUT', `/users/${first.id}/block`, { blocked: true }),
      ])
      await untilWaiting(2)
      await owner.query('commit')
      const answers = await both
      const { rows } = await owner.query(`select id from users where role = 'global_admin' and status = 'active'`)
      await owner.query(`update users set status = 'active' where id = $1`, [globalAdmin.id])
      await owner.query(`delete from users where id = any($1)`, [[first.id, second.id]])
      expect(rows).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.find(({ status }) => status !== 200)!.body['detail']).toBe(
        'The last active global admin cannot be blocked.',
      )
    },
  )

  it('promotes a user to global admin, who leaves their tenant, and demotes them again', async () => {
    const { id } = await member('owner')
    const up = await call(globalAdmin.token, 'PUT', `/users/${id}`, { role: 'global_admin' })
    expect(up.body['data']).toMatchObject({ role: 'global_admin', tenant_id: null })
    const kept = await call(globalAdmin.token, 'PUT', `/users/${id}`, { tenant_id: testTenant.tenantId })
    expect(kept.status).toBe(422)
    const down = await call(globalAdmin.token, 'PUT', `/users/${id}`, { role: 'owner', tenant_id: testTenant.tenantId })
    expect(down.body['data']).toMatchObject({ role: 'owner', tenant_id: testTenant.tenantId })
  })
})

describe('a deleted account', () => {
  it('frees its e-mail address, ends its sessions and keeps its name on past work', async () => {
    const { id, email, token } = await member()
    const point = { lat: 39.9, lng: -86.3 }
    const saved = await call(token, 'POST', '/properties', { address: '1 Left Behind St', ...point, tags: ['storm'] })
    const lead = await call(token, 'POST', '/leads', { property_id: saved.body['data'].id, tag: 'storm' })
    expect(lead.status).toBe(201)

    const gone = await call(globalAdmin.token, 'DELETE', `/users/${id}`)
    expect([gone.status, gone.body['message']]).toEqual([200, 'User deleted'])
    expect((await call(token, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn(email)).body['detail']).toBe('Incorrect email or password')
    expect((await call(globalAdmin.token, 'GET', `/users/${id}`)).status).toBe(404)
    expect((await call(globalAdmin.token, 'DELETE', `/users/${id}`)).status).toBe(404)
    const list = await call(testTenant.owner.token, 'GET', '/users')
    expect(list.body['data'].map((user: { id: string }) => user.id)).not.toContain(id)

    const board = await call(testTenant.owner.token, 'GET', '/crm/leaderboard?period=month')
    expect(board.body['data']).toContainEqual(
      expect.objectContaining({ user: { id, full_name: 'New Comer', email: '' }, leads_created: 1 }),
    )
    const { data } = await ask(
      testTenant.owner.token,
      'query ($id: ID!) { lead(id: $id) { rep { fullName email } } }',
      {
        id: lead.body['data'].id,
      },
    )
    expect(data.lead.rep).toEqual({ fullName: 'New Comer', email: '' })
    const log = await call(testTenant.owner.token, 'GET', `/activity/logs?user_id=${id}&type=LeadCreated`)
    expect(log.body['data'][0].user).toEqual({ id, full_name: 'New Comer', email: '' })

    const { rows } = await owner.query('select email, phone, password_hash from users where id = $1', [id])
    expect(rows).toEqual([{ email: '', phone: null, password_hash: 'none' }])
    await register(email)
    expect((await signIn(email)).body['detail']).toBe('Your account is waiting for admin approval.')
  })
})

describe('the list of accounts', () => {
  it('is filtered by tenant, role and status, and limited to their tenant for owners and admins', async () => {
    const { body: all } = await call(globalAdmin.token, 'GET', '/users?limit=1000')
    expect(all['total']).toBe(all['data'].length)
    const of = async (query: string, token = globalAdmin.token) =>
      (await call(token, 'GET', `/users?${query}`)).body['data'] as Record<string, unknown>[]
    expect(
      (await of(`tenant_id=${otherTenant.tenantId}`)).every((user) => user['tenant_id'] === otherTenant.tenantId),
    ).toBe(true)
    expect(new Set((await of('role=admin')).map((user) => user['role']))).toEqual(new Set(['admin']))
    expect(new Set((await of('is_active=false')).map((user) => user['is_active']))).toEqual(new Set([false]))
    for (const { token } of [testTenant.owner, admin]) {
      expect(new Set((await of('limit=1000', token)).map((user) => user['tenant_id']))).toEqual(
        new Set([testTenant.tenantId]),
      )
      expect(await of(`tenant_id=${otherTenant.tenantId}`, token)).toEqual([])
    }
    expect((await call(testTenant.reps[0]!.token, 'GET', '/users')).status).toBe(403)
  })

  it('is paged without gaps', async () => {
    const query = `query ($after: String) { users(first: 3, after: $after) { totalCount pageInfo { hasNextPage endCursor } edges { node { id } } } }`
    const seen: string[] = []
    let total = 0
    for (let after: string | null = null; ;) {
      const { users }: ApiResponse['body'] = (await ask(globalAdmin.token, query, { after })).data
      seen.push(...users.edges.map(({ node }: { node: { id: string } }) => node.id))
      total = users.totalCount
      if (!users.pageInfo.hasNextPage) break
      after = users.pageInfo.endCursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total])
  })
})
