import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let rep: TestUser
let colleague: TestUser
let admin: TestUser

beforeAll(async () => {
  fixture = await createServerFixture()
  ;({ rep, colleague } = fixture)
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())

const api = (person: TestUser, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  rest(fixture.server.url, person.token, method, path, body, headers)
const recorded = async (person: TestUser, query = '') => {
  const { status, body } = await api(person, 'GET', `/me/recorded?${query}`)
  expect(status).toBe(200)
  return body['data'] as Json[]
}
const seenBy = async (person: TestUser) =>
  (await recorded(person, 'kind=view')).map(({ access, by }) => [access, (by as Json)['full_name']])

async function knockInSession(person: TestUser, propertyId: string): Promise<string> {
  const { body } = await api(person, 'POST', '/crm/door-knock-session/start', { lat: 39.7, lng: -86.2 })
  const sessionId = (body['data'] as Json)['id'] as string
  const at = { lat: 39.70001, lng: -86.20002, accuracy_meters: 7 }
  const knock = { property_id: propertyId, outcome: 'talked', session_id: sessionId, ...at }
  expect((await api(person, 'POST', '/crm/door-knocks', knock)).status).toBe(201)
  expect((await api(person, 'PUT', `/crm/door-knock-session/${sessionId}/end`, {})).status).toBe(200)
  return sessionId
}

describe('what is recorded about a rep', () => {
  it('has the positions of knocks with the day until which they are exact, and sessions with their doors', async () => {
    const [property] = fixture.testTenant.properties[0]!
    const sessionId = await knockInSession(rep, property!)
    const [knock] = await recorded(rep, 'kind=knock')
    expect(knock).toMatchObject({ lat: 39.70001, lng: -86.20002, accuracy_meters: 7, property_id: property, by: null })
    const days = (Date.parse(knock!['exact_until'] as string) - Date.parse(knock!['at'] as string)) / 86_400_000
    expect(days).toBe(30)
    const [session] = await recorded(rep, 'kind=session')
    expect(session).toMatchObject({ id: sessionId, doors: 1, lat: 39.7, lng: -86.2, access: null })
    expect(Date.parse(session!['ended_at'] as string)).toBeGreaterThanOrEqual(Date.parse(session!['at'] as string))
  })

  it('follows how long the company keeps positions, and has none that were erased', async () => {
    expect((await api(fixture.owner, 'PUT', '/data-retention', { position_days: 5 })).status).toBe(200)
    const [knock] = await recorded(rep, 'kind=knock')
    expect(Date.parse(knock!['exact_until'] as string) - Date.parse(knock!['at'] as string)).toBe(5 * 86_400_000)
    await fixture.nodeDb.query('update knocks set lat = null, lng = null where tenant_id = $1 and rep_id = $2', [
      fixture.testTenant.tenantId,
      rep.id,
    ])
    expect(await recorded(rep, 'kind=knock')).toEqual([])
  })

  it('is shown to nobody else: a colleague, an owner and another tenant read their own', async () => {
    await knockInSession(rep, fixture.testTenant.properties[0]![0]!)
    expect((await recorded(rep)).length).toBeGreaterThan(1)
    for (const person of [colleague, fixture.owner, fixture.otherTenant.owner]) {
      const own = await recorded(person)
      expect(own.filter(({ kind }) => kind !== 'view')).toEqual([])
    }
  })

  it('says who opened the page of the work, once an hour for each reader and whatever they read of it', async () => {
    const { tenantId } = fixture.testTenant
    const paths = [`/crm/rep-summary?user_id=${colleague.id}`, `/crm/performance-trend?user_id=${colleague.id}`]
    await Promise.all([...paths, ...paths].map((path) => api(fixture.owner, 'GET', path)))
    await api(admin, 'GET', paths[0]!)
    await api(colleague, 'GET', paths[0]!)
    expect(await seenBy(colleague)).toEqual([
      ['rep_page', 'Sample Admin'],
      ['rep_page', 'Sample Owner'],
    ])
    expect(await seenBy(fixture.owner)).toEqual([])
    const { rows } = await fixture.nodeDb.query(
      `select actor_id, subject_id, data from activity_events where tenant_id = $1 and type = 'RepViewed' and actor_id = $2`,
      [tenantId, fixture.owner.id],
    )
    expect(rows).toEqual([{ actor_id: fixture.owner.id, subject_id: colleague.id, data: { userId: colleague.id } }])
  })

  it('records nothing for a page that the reader may not see', async () => {
    const before = await seenBy(rep)
    for (const person of [colleague, fixture.otherTenant.owner])
      expect((await api(person, 'GET', `/crm/rep-summary?user_id=${rep.id}`)).status).toBe(404)
    expect(await seenBy(rep)).toEqual(before)
  })

  it('says that a global admin viewed the app as the rep, who sees nothing of the page that way', async () => {
    const asRep = {
      'x-tenant-id': fixture.testTenant.tenantId,
      'x-impersonate-role': 'sales_rep',
      'x-impersonate-user': rep.id,
    }
    const { status, body } = await api(fixture.globalAdmin, 'GET', '/me/recorded', undefined, asRep)
    expect([status, body['detail']]).toEqual([403, 'What is recorded about somebody is shown to them alone.'])
    expect((await seenBy(rep))[0]).toEqual(['view_as', 'Sample Boss'])
    expect(await seenBy(fixture.owner)).toEqual([])
  })

  it('can be read page by page, and downloaded', async () => {
    const query = `query ($after: String) { recordedAboutMe(first: 1, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } edges { node { id kind } } } }`
    const ids: string[] = []
    for (let after: string | null = null; ;) {
      const { recordedAboutMe: page } = (await fixture.execute(rep, query, { after })) as { recordedAboutMe: Json }
      const { hasNextPage, endCursor } = page['pageInfo'] as { hasNextPage: boolean; endCursor: string }
      ids.push(...(page['edges'] as { node: { id: string } }[]).map(({ node }) => node.id))
      if (!hasNextPage) {
        expect(page['totalCount']).toBe(ids.length)
        break
      }
      after = endCursor
    }
    expect(ids).toEqual((await recorded(rep)).map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    const response = await fetch(`${fixture.server.url}/api/me/recorded.csv`, {
      headers: { authorization: `Bearer ${rep.token}` },
    })
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toBe('kind,id,at,ended_at,doors,address,lat,lng,accuracy_meters,exact_until,access,by')
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(ids)
  })
})
