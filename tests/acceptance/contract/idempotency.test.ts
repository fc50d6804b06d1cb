import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../../support/testTenant.ts'
import { rest } from '../../support/client.ts'
import { createDocument, paragraphs } from '../../support/documents/createDocument.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ demoTown: false })
}, 60_000)
afterAll(() => fixture.teardown())

const leadInput = (propertyId: string) => ({ property_id: propertyId, tag: 'storm' })

function send(person: TestUser, method: string, path: string, body: object, key: string, more: object = {}) {
  return rest(fixture.server.url, person.token, method, path, body, { 'idempotency-key': key, ...more })
}

async function countLeads(): Promise<number> {
  const { rows } = await fixture.db.query('select count(*)::int as n from leads')
  return rows[0].n as number
}

describe('a request with an Idempotency-Key', () => {
  it('is executed once and answered twice alike, the second time as a replay', async () => {
    const { id } = await fixture.saveProperty(fixture.rep)
    const before = await countLeads()
    const key = randomUUID()
    const first = await send(fixture.rep, 'POST', '/leads', leadInput(id), key)
    const second = await send(fixture.rep, 'POST', '/leads', leadInput(id), key)
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(second.body).toEqual(first.body)
    expect(await countLeads()).toBe(before + 1)
  })

  it('is executed once when sent ten times concurrently; the others get its response or are told to wait', async () => {
    const { id } = await fixture.saveProperty(fixture.rep)
    const before = await countLeads()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(fixture.rep, 'POST', '/leads', leadInput(id), key)),
    )
    expect(await countLeads()).toBe(before + 1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(
      answers.filter(({ status, headers }) => status === 201 && !headers.get('idempotency-replayed')),
    ).toHaveLength(1)
  })

  it('is rejected with a key that was used for another body, route or tenant', async () => {
    const { id } = await fixture.saveProperty(fixture.rep)
    const key = randomUUID()
    const lead = await send(fixture.rep, 'POST', '/leads', leadInput(id), key)
    const others = [
      await send(fixture.rep, 'POST', '/leads', { ...leadInput(id), tag: 'gutter' }, key),
      await send(fixture.rep, 'PUT', `/leads/${lead.body['data'].id}`, { status: 'contacted' }, key),
    ]
    expect(others.map(({ status }) => status)).toEqual([422, 422])
    expect(others[0]!.body['detail']).toContain('used for another request')
  })

  it('does not share keys with other users', async () => {
    const mine = await fixture.saveProperty(fixture.rep)
    const theirs = await fixture.saveProperty(fixture.colleague)
    const key = randomUUID()
    const first = await send(fixture.rep, 'POST', '/leads', leadInput(mine['id']), key)
    const other = await send(fixture.colleague, 'POST', '/leads', leadInput(theirs['id']), key)
    expect([first.status, other.status, other.headers.get('idempotency-replayed')]).toEqual([201, 201, null])
  })

  it('repeats the same error when the first failed', async () => {
    const key = randomUUID()
    const first = await send(fixture.rep, 'POST', '/leads', leadInput(randomUUID()), key)
    const second = await send(fixture.rep, 'POST', '/leads', leadInput(first.body['nothing'] ?? randomUUID()), key)
    const third = await send(fixture.rep, 'POST', '/leads', {}, key)
    expect([first.status, second.status, third.status]).toEqual([404, 422, 422])
    const again = randomUUID()
    const body = leadInput(randomUUID())
    await send(fixture.rep, 'POST', '/leads', body, again)
    const replayed = await send(fixture.rep, 'POST', '/leads', body, again)
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([404, 'true'])
    expect(replayed.headers.get('content-type')).toContain('application/problem+json')
    expect(replayed.body['detail']).toBe('Property not found')
  })

  it('works with PUT, and is authorized each time', async () => {
    const { id } = await fixture.saveProperty(fixture.rep)
    const key = randomUUID()
    const first = await send(fixture.rep, 'PUT', `/properties/${id}`, { notes: 'Once' }, key)
    await rest(fixture.server.url, fixture.rep.token, 'PUT', `/properties/${id}`, { notes: 'Twice' })
    const second = await send(fixture.rep, 'PUT', `/properties/${id}`, { notes: 'Once' }, key)
    expect(second.body).toEqual(first.body)
    const now = await rest(fixture.server.url, fixture.rep.token, 'GET', `/properties/${id}`)
    expect(now.body['data'].notes).toBe('Twice')
    const unknownUser = await rest(fixture.server.url, null, 'PUT', `/properties/${id}`, {}, { 'idempotency-key': key })
    expect(unknownUser.status).toBe(401)
  })

  it('uploads a template once, and another file with the same key is rejected', async () => {
    const key = randomUUID()
    const upload = async (text: string) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(createDocument({ body: paragraphs(text) }))]), 'sent-again.docx')
      const response = await fetch(`${fixture.server.url}/api/templates/upload`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${fixture.owner.token}`, 'idempotency-key': key },
      })
      const answer = (await response.json()) as object
      return { status: response.status, answer, replayed: response.headers.get('idempotency-replayed') }
    }
    const first = await upload('Dear {owner_name}')
    expect(first.status).toBe(201)
    expect(await upload('Dear {owner_name}')).toEqual({ ...first, replayed: 'true' })
    expect((await upload('Hello {owner_name}')).status).toBe(422)
  })

  it('is answered that the outcome is unknown when the process died before its response', async () => {
    const { id } = await fixture.saveProperty(fixture.rep)
    const key = randomUUID()
    await send(fixture.rep, 'POST', '/leads', leadInput(id), key)
    await fixture.db.query(`update idempotency_keys set status = null, answer = null where user_id = $1`, [
      fixture.rep.id,
    ])
    const soon = await send(fixture.rep, 'POST', '/leads', leadInput(id), key)
    expect([soon.status, soon.body['detail']]).toEqual([409, expect.stringContaining('still in progress')])
    await fixture.db.query(`update idempotency_keys set claimed_at = now() - interval '3 minutes' where user_id = $1`, [
      fixture.rep.id,
    ])
    const late = await send(fixture.rep, 'POST', '/leads', leadInput(id), key)
    expect([late.status, late.body['detail']]).toEqual([409, expect.stringContaining('is unknown')])
  })

  it('can be repeated after a day, when its row is deleted', async () => {
    const { id } = await fixture.saveProperty(fixture.rep)
    const key = randomUUID()
    await send(fixture.rep, 'POST', '/leads', leadInput(id), key)
    await fixture.db.query(`update idempotency_keys set expires_at = now() - interval '1 second'`)
    const repeated = await send(fixture.rep, 'POST', '/leads', leadInput(id), key)
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, null])
    const { rows } = await fixture.db.query('select count(*)::int as n from idempotency_keys where expires_at < now()')
    expect(rows).toEqual([{ n: 0 }])
  })

  it('stores neither the key nor the request in plain text', async () => {
    const { id } = await fixture.saveProperty(fixture.rep)
    const key = 'a-key-that-is-easily-found'
    await send(fixture.rep, 'PUT', `/properties/${id}`, { priority: 'high' }, key)
    const { rows } = await fixture.db.query<Record<string, unknown>>('select * from idempotency_keys')
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(rows.some((row) => Buffer.from(key).equals(row['key_hash'] as Buffer))).toBe(false)
  })
})

describe('expired sessions and idempotency keys', () => {
  it('are deleted when somebody signs in', async () => {
    const { id } = await fixture.saveProperty(fixture.rep)
    await send(fixture.rep, 'POST', '/leads', leadInput(id), randomUUID())
    await fixture.db.query(`update idempotency_keys set expires_at = now() - interval '1 second'`)
    await fixture.db.query(
      `insert into sessions (token_hash, id, user_id, expires_at) values ('x', $1, $2, now() - interval '1 minute')`,
      [randomUUID(), fixture.rep.id],
    )
    const account = { email: `${randomUUID()}@example.invalid`, password: 'a sample password' }
    await rest(fixture.server.url, null, 'POST', '/auth/register', { ...account, full_name: 'Sample Newcomer' })
    await fixture.db.query(`update users set status = 'active', tenant_id = $2 where email = $1`, [
      account.email,
      fixture.testTenant.tenantId,
    ])
    expect((await rest(fixture.server.url, null, 'POST', '/auth/login', account)).status).toBe(200)
    for (const table of ['sessions', 'idempotency_keys']) {
      const { rows } = await fixture.db.query(`select count(*)::int as n from ${table} where expires_at < now()`)
      expect(rows).toEqual([{ n: 0 }])
    }
  })
})
