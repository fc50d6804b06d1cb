import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUser, type TestUser } from '../../support/testTenant.ts'
import { rest } from '../../support/client.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

let fixture: ServerFixture
let admin: TestUser

beforeAll(async () => {
  fixture = await createServerFixture({ demoTown: false })
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())

function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  return rest(fixture.server.url, fixture.owner.token, method, path, body, headers)
}

/** Every kind of resource that has an ETag, with two changes to it. */
const kinds = [
  {
    kind: 'property',
    make: async () => `/properties/${(await fixture.saveProperty(fixture.owner))['id']}`,
    changes: [{ notes: 'First' }, { notes: 'Second' }],
    field: 'notes',
    // The user who may delete it.
    deletedBy: () => fixture.owner,
  },
  {
    kind: 'lead',
    make: async () => {
      const { id } = await fixture.saveProperty(fixture.owner)
      const made = await send('POST', '/leads', { property_id: id, tag: 'storm' })
      return `/leads/${made.body['data'].id}`
    },
    changes: [{ status: 'contacted' }, { status: 'completed' }],
    field: 'status',
    deletedBy: () => admin,
  },
]

describe.each(kinds)('a $kind', ({ make, changes, field, deletedBy }) => {
  it('answers 304 while unchanged, and 200 with another ETag after a change', async () => {
    const path = await make()
    const read = await send('GET', path)
    const etag = read.headers.get('etag')!
    const same = await send('GET', path, undefined, { 'if-none-match': etag })
    expect([same.status, same.headers.get('etag')]).toEqual([304, etag])
    const changed = await send('PUT', path, changes[0])
    const again = await send('GET', path, undefined, { 'if-none-match': etag })
    expect(again.status).toBe(200)
    expect(again.headers.get('etag')).not.toBe(etag)
    expect(changed.headers.get('etag')).toBe(again.headers.get('etag'))
  })

  it('rejects the second of two conflicting edits', async () => {
    const path = await make()
    const etag = (await send('GET', path)).headers.get('etag')!
    const first = await send('PUT', path, changes[0], { 'if-match': etag })
    const second = await send('PUT', path, changes[1], { 'if-match': etag })
    expect([first.status, second.status]).toEqual([200, 412])
    expect(second.body['detail']).toContain('Read it again')
    const now = await send('GET', path)
    expect(now.body['data'][field]).toBe(Object.values(changes[0]!)[0])
    const third = await send('PUT', path, changes[1], { 'if-match': now.headers.get('etag')! })
    expect(third.status).toBe(200)
  })

  it('accepts one of many concurrent edits', async () => {
    const path = await make()
    const etag = (await send('GET', path)).headers.get('etag')!
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        send('PUT', path, field === 'notes' ? { notes: `Editor ${n}` } : changes[n % 2], { 'if-match': etag }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(7)
  })

  it('is not deleted with an outdated ETag; weak and * match', async () => {
    const path = await make()
    const etag = (await send('GET', path)).headers.get('etag')!
    expect((await send('PUT', path, changes[0], { 'if-match': `W/${etag}` })).status).toBe(200)
    expect((await send('PUT', path, changes[1], { 'if-match': '*' })).status).toBe(200)
    const { token } = deletedBy()
    const refused = await rest(fixture.server.url, token, 'DELETE', path, undefined, { 'if-match': etag })
    const now = (await send('GET', path)).headers.get('etag')!
    const deleted = await rest(fixture.server.url, token, 'DELETE', path, undefined, { 'if-match': now })
    expect([refused.status, deleted.status]).toEqual([412, 200])
  })
})

describe('a list', () => {
  it('answers 304 while nothing in it has changed', async () => {
    await fixture.saveProperty(fixture.owner)
    const etag = (await send('GET', '/properties?limit=5')).headers.get('etag')!
    expect((await send('GET', '/properties?limit=5', undefined, { 'if-none-match': etag })).status).toBe(304)
    await fixture.saveProperty(fixture.owner)
    expect((await send('GET', '/properties?limit=5', undefined, { 'if-none-match': etag })).status).toBe(200)
  })
})
