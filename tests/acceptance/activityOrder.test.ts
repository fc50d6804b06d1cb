import { afterAll, beforeAll, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
  for (let n = 0; n < 12; n += 1) {
    await fixture.saveProperty(n % 3 === 0 ? fixture.colleague : fixture.rep)
    if (n % 4 === 0) await fixture.saveProperty(fixture.otherTenant.owner)
  }
}, 60_000)
afterAll(() => fixture.teardown())

const list = `query ($direction: SortDirection, $filter: ActivityFilter, $after: String) {
  activityLog(direction: $direction, filter: $filter, first: 5, after: $after) {
    pageInfo { hasNextPage endCursor } edges { node { eventId recordedAt type } } } }`

async function readAll(person: TestUser, direction: string | null, filter: object = {}): Promise<string[]> {
  const ids: string[] = []
  const times: string[] = []
  for (let after: string | null = null; ;) {
    const { activityLog } = await fixture.execute(person, list, { direction, filter, after })
    for (const { node } of activityLog.edges) {
      ids.push(node.eventId)
      times.push(node.recordedAt)
    }
    if (!activityLog.pageInfo.hasNextPage) break
    after = activityLog.pageInfo.endCursor
  }
  expect(times).toEqual(direction === 'ASC' ? times.toSorted() : times.toSorted().toReversed())
  return ids
}

it.each(['owner', 'rep', 'globalAdmin'] as const)(
  'the activity log of the %s is the same in both directions',
  async (who) => {
    const latestFirst = await readAll(fixture[who], null)
    expect(latestFirst.length).toBeGreaterThan(6)
    expect(new Set(latestFirst).size).toBe(latestFirst.length)
    expect(await readAll(fixture[who], 'DESC')).toEqual(latestFirst)
    expect(await readAll(fixture[who], 'ASC')).toEqual(latestFirst.toReversed())
  },
)

it('is combined with a person, a type and a time, also by REST', async () => {
  const filter = { actorId: fixture.colleague.id, types: ['PropertySaved'], from: '2020-01-01T00:00:00Z' }
  const ids = await readAll(fixture.owner, 'ASC', filter)
  expect(ids).toHaveLength(4)
  const query = `user_id=${fixture.colleague.id}&type=PropertySaved&from=2020-01-01T00:00:00Z&direction=asc`
  const { body } = await rest(fixture.server.url, fixture.owner.token, 'GET', `/activity/logs?${query}`)
  expect(body['data'].map((event: { event_id: string }) => event.event_id)).toEqual(ids)
})
