import { createClient } from 'graphql-ws'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { addSession, addUser, setPassword, type TestUser } from '../support/testTenant.ts'
import { graphql, nextValue, rest, waitUntilSubscribed, createSocketClient, type Json } from '../support/client.ts'
import { createServerFixture } from '../support/serverFixture.ts'

const fixture = await createServerFixture({ propertiesPerRep: 2 })
const { globalAdmin, db: owner, server, testTenant } = fixture
afterAll(() => fixture.teardown())

const create = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { token apiKey { id name scope hint expiresAt lastUsedAt } }
}`

async function makeKey(
  person: TestUser,
  scope: 'READ' | 'FULL',
  name = 'Sample key',
): Promise<{ id: string; token: string }> {
  const answer = await graphql(server.url, person.token, create, { input: { name, scope, expiresInDays: 30 } })
  const { token, apiKey } = answer['data'].createApiKey
  return { id: apiKey.id, token }
}

const ask = (token: string, query: string, headers = {}) => graphql(server.url, token, query, {}, headers)
const codeOf = (answer: Json): unknown => answer['errors']?.[0]?.extensions.code

describe('an API key', () => {
  it('is shown once, stored as a hash, and listed with an identifying hint', async () => {
    const [rep] = testTenant.reps
    const { token, id } = await makeKey(rep!, 'FULL', '  My import  ')
    expect(token).toMatch(/^plk_[A-Za-z0-9_-]{43}$/)
    const { data } = await ask(rep!.token, '{ apiKeys { id name scope hint lastUsedAt } }')
    expect(data.apiKeys).toContainEqual({
      id,
      name: 'My import',
      scope: 'FULL',
      hint: token.slice(-4),
      lastUsedAt: null,
    })
    const { rows } = await owner.query('select k::text as row from api_keys k where id = $1', [id])
    expect(rows[0].row).not.toContain(token.slice(4, -4))
  })

  it('acts for its owner by GraphQL, REST and socket', async () => {
    const [rep] = testTenant.reps
    const { token } = await makeKey(rep!, 'FULL')
    expect((await ask(token, '{ me { id } }')).data.me.id).toBe(rep!.id)
    expect((await rest(server.url, token, 'GET', '/properties')).body['total']).toBe(2)
    const made = await rest(server.url, token, 'POST', '/leads', {
      property_id: testTenant.properties[0]![0],
      tag: 'storm',
    })
    expect(made.status).toBeLessThan(300)
    const client = createSocketClient(server.url, token)
    let changing = Infinity
    const seen = nextValue<Json>(
      client,
      'subscription { leadsChanged { at } }',
      ({ leadsChanged }) => Date.parse(leadsChanged.at) >= changing,
    )
    await waitUntilSubscribed(client)
    changing = Date.now()
    await rest(server.url, token, 'POST', '/leads', { property_id: testTenant.properties[0]![1], tag: 'gutter' })
    expect(await seen).toHaveProperty('leadsChanged')
    await client.dispose()
  })

  it('has no more permissions than its owner', async () => {
    const { token } = await makeKey(testTenant.reps[0]!, 'FULL')
    expect(
      codeOf(await ask(token, `mutation { deleteProperty(id: "${testTenant.properties[0]![0]}") { message } }`)),
    ).toBe('FORBIDDEN')
    const colleagues = await ask(token, `{ property(id: "${testTenant.properties[1]![0]}") { limited ownerName } }`)
    expect(colleagues.data.property).toEqual({ limited: true, ownerName: null })
  })

  it('follows its owner: a new role applies at once, a due password change suspends it and a block ends it', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Mover')
    const { token } = await makeKey(person, 'FULL')
    expect(codeOf(await ask(token, '{ users { totalCount } }'))).toBe('FORBIDDEN')
    const manage = (document: string) => graphql(server.url, globalAdmin.token, document, { id: person.id })
    await manage('mutation ($id: ID!) { updateUser(id: $id, input: { role: ADMIN }) { id } }')
    expect(codeOf(await ask(token, '{ users { totalCount } }'))).toBeUndefined()
    await manage(
      'mutation ($id: ID!) { resetUserPassword(id: $id, newPassword: "another sample password") { message } }',
    )
    expect(codeOf(await ask(token, '{ leads { totalCount } }'))).toBe('PASSWORD_CHANGE_REQUIRED')
    await owner.query('update users set must_change_password = false where id = $1', [person.id])
    await manage('mutation ($id: ID!) { setUserBlocked(id: $id, blocked: true) { id } }')
    expect(codeOf(await ask(token, '{ leads { totalCount } }'))).toBe('UNAUTHENTICATED')
    await manage('mutation ($id: ID!) { setUserBlocked(id: $id, blocked: false) { id } }')
    expect(codeOf(await ask(token, '{ leads { totalCount } }'))).toBe('UNAUTHENTICATED')
  })

  it('survives a password change', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Changer')
    const { token } = await makeKey(person, 'READ')
    await setPassword(owner, person.id, 'a sample password')
    const change = 'changePassword(newPassword: "a new sample password", currentPassword: "a sample password")'
    expect(codeOf(await ask(person.token, `mutation { ${change} { message } }`))).toBeUndefined()
    expect(codeOf(await ask(token, '{ leads { totalCount } }'))).toBeUndefined()
  })

  it('cannot create or revoke keys, change passwords or sign users out', async () => {
    const { token, id } = await makeKey(globalAdmin, 'FULL')
    const input = 'input: { name: "x", scope: FULL, expiresInDays: 1 }'
    for (const refused of [
      `createApiKey(${input}) { token }`,
      `revokeApiKey(id: "${id}") { message }`,
      'changePassword(newPassword: "a new sample password") { message }',
      `resetUserPassword(id: "${testTenant.reps[1]!.id}", newPassword: "a new sample password") { message }`,
      `updateUser(id: "${testTenant.reps[1]!.id}", input: { password: "a new sample password" }) { id }`,
      'logout { message }',
    ])
      expect([refused, codeOf(await ask(token, `mutation { ${refused} }`))]).toEqual([refused, 'FORBIDDEN'])
  })

  it('stops working when it is revoked: at once for requests, soon for open sockets', async () => {
    const [rep] = testTenant.reps
    const { token, id } = await makeKey(rep!, 'READ')
    const closed = new Promise<number>((resolve) => {
      const client = createClient({
        url: `${server.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization: `Bearer ${token}` },
        retryAttempts: 0,
        lazy: false,
        onNonLazyError: () => undefined,
      })
      client.on('closed', (event) => resolve((event as { code: number }).code))
      client.on('connected', () => void ask(rep!.token, `mutation { revokeApiKey(id: "${id}") { message } }`))
    })
    expect(await closed).toBe(4401)
    const answer = await ask(token, '{ me { id } }')
    expect(answer['errors'][0]).toMatchObject({
      message: 'This API key is unknown, expired or revoked.',
      extensions: { code: 'UNAUTHENTICATED' },
    })
    expect((await ask(rep!.token, '{ apiKeys { id } }')).data.apiKeys).not.toContainEqual({ id })
  })

  it('can only be revoked by its owner', async () => {
    const { id } = await makeKey(testTenant.reps[0]!, 'READ')
    expect(codeOf(await ask(testTenant.reps[1]!.token, `mutation { revokeApiKey(id: "${id}") { message } }`))).toBe(
      'NOT_FOUND',
    )
    expect(codeOf(await ask(globalAdmin.token, `mutation { revokeApiKey(id: "${id}") { message } }`))).toBe('NOT_FOUND')
  })

  it('is created, listed and revoked by REST as well', async () => {
    const [rep] = testTenant.reps
    const made = await rest(server.url, rep!.token, 'POST', '/api-keys', {
      name: 'By REST',
      scope: 'read',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    expect(made.status).toBe(201)
    const { token, api_key: key } = made.body['data']
    const listed = await rest(server.url, token, 'GET', '/api-keys')
    expect(listed.body['data'].map(({ id }: Json) => id)).toContain(key.id)
    expect((await rest(server.url, token, 'DELETE', `/api-keys/${key.id}`)).status).toBe(403)
    expect((await rest(server.url, rep!.token, 'DELETE', `/api-keys/${key.id}`)).body).toEqual({
      message: 'API key revoked',
    })
    expect((await rest(server.url, token, 'GET', '/api-keys')).status).toBe(401)
  })

  it('lets a global admin view as a role, which the log records once', async () => {
    const { token } = await makeKey(globalAdmin, 'READ')
    const headers = { 'x-tenant-id': testTenant.tenantId, 'x-impersonate-role': 'sales_rep' }
    for (let n = 0; n < 3; n += 1)
      expect((await ask(token, '{ me { effectiveRole } }', headers)).data.me.effectiveRole).toBe('SALES_REP')
    const { rows } = await owner.query(
      `select count(*)::int as n from activity_events where actor_id = $1 and tenant_id = $2 and type = 'ViewAsStarted'`,
      [globalAdmin.id, testTenant.tenantId],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it("is invisible to a tenant's role, except its name", async () => {
    const { id } = await makeKey(testTenant.reps[0]!, 'READ', 'Sample name')
    const app = new pg.Client({ connectionString: fixture.appUrl })
    await app.connect()
    try {
      await app.query(`begin; set local role porchlight_tenant; set local app.tenant_id = '${testTenant.tenantId}'`)
      const { rows } = await app.query('select * from api_keys_named($1::uuid[])', [[id]])
      expect(rows).toEqual([{ id, name: 'Sample name' }])
      await expect(app.query('select * from api_keys')).rejects.toThrow('permission denied')
    } finally {
      await app.end()
    }
  })

  it('expires', async () => {
    const { token, id } = await makeKey(testTenant.reps[0]!, 'READ')
    await owner.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [id])
    expect(codeOf(await ask(token, '{ me { id } }'))).toBe('UNAUTHENTICATED')
  })

  it('needs a name and an expiry within a year, and there are at most twenty', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Collector')
    const tryKey = (input: object) =>
      graphql(server.url, person.token, create, { input: { name: 'x', scope: 'READ', ...input } })
    expect((await tryKey({ name: ' ', expiresInDays: 1 }))['errors'][0].message).toBe('Name is required')
    expect((await tryKey({}))['errors'][0].message).toMatch(/^Set either a number of days or a time/)
    expect((await tryKey({ expiresInDays: 400 }))['errors'][0].message).toBe('A key can be valid for at most a year.')
    const all = await Promise.all(Array.from({ length: 22 }, () => tryKey({ expiresInDays: 1 })))
    expect(all.filter((answer) => codeOf(answer) === 'CONFLICT')).toHaveLength(2)
  })
})

/** Opens a socket. `closed` resolves with its close code. */
async function openSocket(token: string): Promise<{ closed: Promise<number> }> {
  const client = createClient({
    url: `${server.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => undefined,
  })
  const closed = new Promise<number>((resolve) =>
    client.on('closed', (event) => resolve((event as { code: number }).code)),
  )
  await new Promise((resolve) => client.on('connected', resolve))
  return { closed }
}

describe('the API keys, sessions and sockets of a person', () => {
  const update = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }'
  const changes: [string, string, (id: string) => Promise<Json>][] = [
    [
      'moves to another tenant',
      'admin',
      (id) => graphql(server.url, globalAdmin.token, update, { id, input: { tenantId: fixture.otherTenant.tenantId } }),
    ],
    [
      'is blocked',
      'sales_rep',
      (id) =>
        graphql(
          server.url,
          globalAdmin.token,
          'mutation ($id: ID!) { setUserBlocked(id: $id, blocked: true) { id } }',
          {
            id,
          },
        ),
    ],
    [
      'is deleted',
      'sales_rep',
      (id) => graphql(server.url, globalAdmin.token, 'mutation ($id: ID!) { deleteUser(id: $id) { message } }', { id }),
    ],
  ]

  it.each(changes)('end when the person %s, and the log says so', async (_what, role, change) => {
    const person = await addUser(owner, testTenant.tenantId, role, 'Sample Mover')
    const keys = [await makeKey(person, 'FULL'), await makeKey(person, 'READ')]
    const tokens = [person.token, ...keys.map(({ token }) => token)]
    const sockets = await Promise.all(tokens.map(openSocket))
    for (const token of tokens) expect((await ask(token, '{ me { id } }')).data.me.id).toBe(person.id)

    expect((await change(person.id))['errors']).toBeUndefined()
    for (const token of tokens)
      expect([token, codeOf(await ask(token, '{ me { id } }'))]).toEqual([token, 'UNAUTHENTICATED'])
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401, 4401])
    const { rows } = await owner.query<{ id: string }>(
      `select data->>'keyId' as id from activity_events where type = 'ApiKeyRevoked' and subject_id = $1`,
      [person.id],
    )
    expect(rows.map(({ id }) => id).sort()).toEqual(keys.map(({ id }) => id).sort())
  })

  it('end with a role with fewer permissions, except sessions, which go on with that role', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'owner', 'Sample Faller')
    const { token } = await makeKey(person, 'FULL')
    const { closed } = await openSocket(token)
    await graphql(server.url, globalAdmin.token, update, { id: person.id, input: { role: 'SALES_REP' } })
    expect(codeOf(await ask(token, '{ me { id } }'))).toBe('UNAUTHENTICATED')
    expect(await closed).toBe(4401)
    expect((await ask(person.token, '{ me { role } }')).data.me.role).toBe('SALES_REP')
    expect(codeOf(await ask(person.token, '{ users { totalCount } }'))).toBe('FORBIDDEN')
  })

  it('do not come back when the person does', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Returner')
    const { token } = await makeKey(person, 'FULL')
    for (const { tenantId } of [fixture.otherTenant, testTenant])
      await graphql(server.url, globalAdmin.token, update, { id: person.id, input: { tenantId } })
    expect(codeOf(await ask(token, '{ me { id } }'))).toBe('UNAUTHENTICATED')
    expect((await ask(await addSession(owner, person.id), '{ apiKeys { id } }')).data.apiKeys).toEqual([])
  })

  it('stay when the person gets more permissions', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Climber')
    const { token } = await makeKey(person, 'FULL')
    await graphql(server.url, globalAdmin.token, update, { id: person.id, input: { role: 'ADMIN' } })
    for (const one of [token, person.token]) expect((await ask(one, '{ me { role } }')).data.me.role).toBe('ADMIN')
  })
})

describe('the tenant of an API key', () => {
  const move = (id: string, tenantId: string | null, role: string) =>
    owner.query('update users set tenant_id = $2, role = $3 where id = $1', [id, tenantId, role])

  it('is checked at every use, however the person has moved, and closes open sockets', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Stranger')
    const { token } = await makeKey(person, 'FULL')
    const { closed } = await openSocket(token)
    await move(person.id, fixture.otherTenant.tenantId, 'sales_rep')
    expect(await closed).toBe(4401)
    await expect.poll(async () => codeOf(await ask(token, '{ me { id } }'))).toBe('UNAUTHENTICATED')
    await move(person.id, null, 'global_admin')
    await expect.poll(async () => codeOf(await ask(token, '{ me { id } }'))).toBe('UNAUTHENTICATED')
  })

  it('is the platform for a global admin, also while another one is chosen', async () => {
    const person = await addUser(owner, null, 'global_admin', 'Sample Boss')
    const inTenant = { 'x-tenant-id': testTenant.tenantId }
    const made = await graphql(
      server.url,
      person.token,
      create,
      { input: { name: 'x', scope: 'FULL', expiresInDays: 1 } },
      inTenant,
    )
    const { token } = made['data'].createApiKey
    expect((await ask(token, '{ currentTenant { id } }', inTenant)).data.currentTenant.id).toBe(testTenant.tenantId)
    await move(person.id, testTenant.tenantId, 'owner')
    await expect.poll(async () => codeOf(await ask(token, '{ me { id } }'))).toBe('UNAUTHENTICATED')
  })

  it('is set at the first use of a key that the release before made', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Earlier')
    const { token, id } = await makeKey(person, 'READ')
    await owner.query('update api_keys set tenant_id = null where id = $1', [id])
    expect((await ask(token, '{ me { id } }')).data.me.id).toBe(person.id)
    expect((await owner.query('select tenant_id from api_keys where id = $1', [id])).rows).toEqual([
      { tenant_id: testTenant.tenantId },
    ])
  })
})

describe('a read-only key', () => {
  it('reads and subscribes, and cannot change anything, by GraphQL or REST', async () => {
    const { token } = await makeKey(testTenant.owner, 'READ')
    const [door] = testTenant.properties[0]!
    expect(codeOf(await ask(token, '{ leads { totalCount } }'))).toBeUndefined()
    const message = 'This API key is read-only. Use a key with full access, or sign in.'
    const answer = await ask(token, `mutation { updateProperty(id: "${door}", input: { notes: "x" }) { id } }`)
    expect(answer['errors'][0]).toMatchObject({ message, extensions: { code: 'FORBIDDEN' } })
    const put = await rest(server.url, token, 'PUT', `/properties/${door}`, { notes: 'x' })
    expect(put).toMatchObject({ status: 403, body: { detail: message } })
    const looked = await rest(server.url, token, 'POST', '/regrid/search-by-coordinates', { lat: 39.7, lng: -86.2 })
    expect(looked.status).toBe(200)
  })

  it('cannot run mutations on a socket either', async () => {
    const { token } = await makeKey(testTenant.owner, 'READ')
    const client = createSocketClient(server.url, token)
    const refused = new Promise((resolve) =>
      client.subscribe(
        { query: 'mutation { logMapLoad(lat: 39, lng: -86, zoom: 18) { message } }' },
        { next: resolve, error: resolve, complete: () => undefined },
      ),
    )
    expect(await refused).toEqual([expect.objectContaining({ extensions: { code: 'FORBIDDEN' } })])
    await client.dispose()
  })
})

describe('the activity log', () => {
  it('records the creation, use and revocation of keys, and the key of each action', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'sales_rep', 'Sample Logger')
    const { token, id } = await makeKey(person, 'FULL', 'Night import')
    for (let n = 0; n < 3; n += 1) await ask(token, 'mutation { logMapLoad(lat: 39, lng: -86, zoom: 18) { message } }')
    await ask(person.token, `mutation { revokeApiKey(id: "${id}") { message } }`)
    const { data } = await ask(
      testTenant.owner.token,
      `{ activityLog(filter: { actorId: "${person.id}" }) { edges { node { type data apiKey { id name } } } } }`,
    )
    const received = data.activityLog.edges
      .map(({ node }: { node: Json }) => [node['type'], node['apiKey']?.name ?? null])
      .reverse()
    expect(received).toEqual([
      ['ApiKeyCreated', null],
      ['ApiKeyUsed', 'Night import'],
      ['MapLoaded', 'Night import'],
      ['MapLoaded', 'Night import'],
      ['MapLoaded', 'Night import'],
      ['ApiKeyRevoked', null],
    ])
    expect(data.activityLog.edges[0].node.data).toEqual({ keyId: id, userId: person.id })
    const { position } = (
      await ask(testTenant.owner.token, '{ activityLog(first: 1) { edges { node { position } } } }')
    )['data'].activityLog.edges[0].node
    const byRest = await rest(
      server.url,
      testTenant.owner.token,
      'GET',
      `/activity/logs?after_position=${position - 2}`,
    )
    expect(byRest.body['data'].map((event: Json) => [event['type'], event['api_key']?.name ?? null])).toEqual([
      ['ApiKeyRevoked', null],
      ['MapLoaded', 'Night import'],
    ])
  })

  it('resumes from a position: missed events, then new ones, each once and in order', async () => {
    const person = await addUser(owner, testTenant.tenantId, 'admin', 'Sample Follower')
    const { data } = await ask(person.token, '{ activityLog(first: 1) { edges { node { position } } } }')
    const position: number = data.activityLog.edges[0].node.position
    const load = () => ask(person.token, 'mutation { logMapLoad(lat: 39, lng: -86, zoom: 18) { message } }')
    await load()
    await load()
    const client = createSocketClient(server.url, person.token)
    const seen: number[] = []
    const last = nextValue<Json>(
      client,
      `subscription { activityAppended(after: ${position}) { position type } }`,
      (value) => {
        seen.push(value['activityAppended'].position)
        if (seen.length === 2) void load()
        return seen.length === 3
      },
    )
    expect((await last)['activityAppended'].type).toBe('MapLoaded')
    expect(seen).toEqual([position + 1, position + 2, position + 3])
    await client.dispose()
    const again = await ask(person.token, `{ activityLog(filter: { afterPosition: ${position + 1} }) { totalCount } }`)
    expect(again['data'].activityLog.totalCount).toBe(2)
  })

  it('refuses a position after its end, which a restored log may not have, and names the end', async () => {
    const { token } = testTenant.owner
    const { data } = await ask(token, '{ activityLog(first: 1) { edges { node { position } } } }')
    const end: number = data.activityLog.edges[0].node.position
    const message = `The log ends at position ${end}, so it has no position ${end + 1}. It may have been restored: read it again from a position that you trust, or from 0.`
    const filter = `(filter: { afterPosition: ${end + 1} })`
    for (const query of [`{ activityLog${filter} { edges { cursor } } }`, `{ activityLog${filter} { totalCount } }`])
      expect((await ask(token, query)).errors[0].message).toBe(message)
    const byRest = await rest(server.url, token, 'GET', `/activity/logs?after_position=${end + 1}`)
    expect([byRest.status, byRest.body['detail']]).toEqual([422, message])
    const client = createSocketClient(server.url, token)
    await expect(
      nextValue(client, `subscription { activityAppended(after: ${end + 1}) { position } }`, () => true),
    ).rejects.toThrow(message)
    await client.dispose()
    const atTheEnd = await ask(token, `{ activityLog(filter: { afterPosition: ${end} }) { totalCount } }`)
    expect(atTheEnd.data.activityLog.totalCount).toBe(0)
  })

  it('is followed by a rep for their own actions', async () => {
    const [rep, other] = testTenant.reps
    const client = createSocketClient(server.url, rep!.token)
    const seen = nextValue<Json>(client, 'subscription { activityAppended { actorId } }', () => true)
    await waitUntilSubscribed(client)
    const load = 'mutation { logMapLoad(lat: 39, lng: -86, zoom: 18) { message } }'
    await ask(other!.token, load)
    await ask(rep!.token, load)
    expect((await seen)['activityAppended'].actorId).toBe(rep!.id)
    await client.dispose()
  })
})

it('a socket reports an unreadable message and continues', async () => {
  const client = createSocketClient(server.url, testTenant.owner.token)
  const failed = new Promise((resolve) =>
    client.subscribe({ query: '{ me { ' }, { next: resolve, error: resolve, complete: () => undefined }),
  )
  expect(await failed).toEqual([expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } })])
  const answer = new Promise<Json>((resolve, reject) =>
    client.subscribe(
      { query: '{ me { id } }' },
      { next: (value) => resolve(value as Json), error: reject, complete: () => undefined },
    ),
  )
  expect((await answer)['data'].me.id).toBe(testTenant.owner.id)
  await client.dispose()
})
