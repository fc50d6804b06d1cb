import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser

beforeAll(async () => {
  fixture = await createServerFixture()
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())

const list = '{ savedViews(list: LEADS) { id list name query shared position mine } }'
const create =
  'mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { id name query shared position mine } }'
const update =
  'mutation ($id: ID!, $input: UpdateSavedViewInput!) { updateSavedView(id: $id, input: $input) { id name query shared position mine } }'
const remove = 'mutation ($id: ID!) { deleteSavedView(id: $id) { message } }'

async function save(person: TestUser, input: object): Promise<{ id: string; position: number }> {
  return (await fixture.execute(person, create, { input: { list: 'LEADS', query: '', ...input } }))['createSavedView']
}
async function namesFor(person: TestUser): Promise<string[]> {
  const { savedViews } = await fixture.execute(person, list)
  return savedViews.map(({ name }: { name: string }) => name)
}

describe('a saved view', () => {
  it('is seen by its owner alone until it is shared, and never by another tenant', async () => {
    const { rep, colleague, owner, otherTenant, globalAdmin } = fixture
    const view = await save(rep, { name: 'To call', query: '?sort=-updated_at&status=new' })
    expect(view).toMatchObject({ name: 'To call', query: 'status=new&sort=-updated_at', shared: false, mine: true })
    expect([await namesFor(rep), await namesFor(colleague), await namesFor(owner)]).toEqual([['To call'], [], []])
    await fixture.execute(rep, update, { id: view.id, input: { shared: true } })
    expect([await namesFor(colleague), await namesFor(owner)]).toEqual([['To call'], ['To call']])
    expect((await fixture.execute(colleague, list))['savedViews'][0]).toMatchObject({ mine: false, shared: true })
    expect([await namesFor(otherTenant.owner), await namesFor(globalAdmin)]).toEqual([[], []])
    await fixture.execute(rep, remove, { id: view.id })
    expect(await namesFor(colleague)).toEqual([])
  })

  it('is listed after the others until its position changes', async () => {
    const { owner } = fixture
    const [first, second] = [await save(owner, { name: 'First' }), await save(owner, { name: 'Second' })]
    expect(second!.position).toBe(first!.position + 1)
    await fixture.execute(owner, update, { id: second!.id, input: { position: first!.position - 1 } })
    expect(await namesFor(owner)).toEqual(['Second', 'First'])
    for (const { id } of [first!, second!]) await fixture.execute(owner, remove, { id })
  })

  it('is changed by its owner; a shared one by owners and admins, too; others cannot tell that it exists', async () => {
    const { rep, colleague, owner, otherTenant } = fixture
    const own = await save(rep, { name: 'Private' })
    for (const person of [colleague, owner, admin, otherTenant.owner])
      for (const [query, input] of [[update, { name: 'Mine now' }] as const, [remove, {}] as const])
        expect(await fixture.errorCode(person, query, { id: own.id, input })).toBe('NOT_FOUND')
    await fixture.execute(rep, update, { id: own.id, input: { shared: true } })
    expect(await fixture.errorCode(colleague, remove, { id: own.id })).toBe('NOT_FOUND')
    expect(await fixture.errorCode(otherTenant.owner, remove, { id: own.id })).toBe('NOT_FOUND')
    const renamed = await fixture.execute(admin, update, { id: own.id, input: { name: 'Ours' } })
    expect(renamed['updateSavedView']).toMatchObject({ name: 'Ours', mine: false })
    await fixture.execute(owner, remove, { id: own.id })
    expect(await fixture.errorCode(rep, remove, { id: own.id })).toBe('NOT_FOUND')
  })

  it('has only filters that its list has, a name, and at most 2 kB', async () => {
    const { rep } = fixture
    for (const input of [
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { name: 'Odd', query: 'lead=1' },
      { name: 'Odd', query: 'status=new&status=completed' },
      { name: 'Odd', query: `search=${'x'.repeat(2_100)}` },
    ])
      expect(
        await fixture.errorCode(rep, create, { input: { list: 'LEADS', query: '', ...input } }),
        JSON.stringify(input),
      ).toBe('BAD_USER_INPUT')
    expect(await namesFor(rep)).toEqual([])
  })

  it('is one of at most 50 of a list', async () => {
    const { colleague } = fixture
    for (let n = 0; n < 50; n += 1) await save(colleague, { name: `View ${n}` })
    expect(await fixture.errorCode(colleague, create, { input: { list: 'LEADS', name: 'More', query: '' } })).toBe(
      'CONFLICT',
    )
    await save(colleague, { list: 'PROPERTIES', name: 'Elsewhere' })
    await fixture.db.query('delete from saved_views')
  })

  it('is the same by REST, and recorded without names', async () => {
    const { owner, server, db } = fixture
    const body = { list: 'leads', name: 'Storm, west side', query: 'type=storm', shared: true }
    const made = await rest(server.url, owner.token, 'POST', '/saved-views', body)
    expect([made.status, made.body['data']]).toEqual([
      201,
      { ...body, id: expect.any(String), position: 1, mine: true },
    ])
    const { id } = made.body['data']
    const changed = await rest(server.url, owner.token, 'PUT', `/saved-views/${id}`, { query: 'type=gutter' })
    expect(changed.body['data'].query).toBe('type=gutter')
    const listed = await rest(server.url, owner.token, 'GET', '/saved-views?list=leads')
    expect(listed.body).toEqual({ data: [changed.body['data']], total: 1 })
    expect((await rest(server.url, owner.token, 'GET', '/saved-views?list=nothing')).status).toBe(400)
    expect((await rest(server.url, owner.token, 'DELETE', `/saved-views/${id}`)).status).toBe(200)
    const { rows } = await db.query(
      `select data from activity_events where type = 'SavedViewChanged' and data->>'viewId' = $1 order by position`,
      [id],
    )
    expect(rows.map(({ data }) => data)).toEqual(
      ['created', 'updated', 'deleted'].map((change) => ({ viewId: id, list: 'leads', shared: true, change })),
    )
  })
})
