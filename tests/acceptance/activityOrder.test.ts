import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
  for (let n = 0; n < 12; n += 1) {
    const person = n % 3 === 0 ? fixture.colleague : fixture.rep
    const { id: propertyId } = await fixture.saveProperty(person)
    const knock = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }'
    if (n % 5 < 2) await fixture.execute(person, knock, { input: { propertyId, outcome: 'TALKED' } })
    if (n % 4 === 0) await fixture.saveProperty(fixture.otherTenant.owner)
  }
}, 60_000)
afterAll(() => fixture.teardown())

const list = `query ($orderBy: ActivityOrder, $filter: ActivityFilter, $after: String) {
  activityLog(orderBy: $orderBy, filter: $filter, first: 5, after: $after) {
    pageInfo { hasNextPage endCursor } edges { node { eventId recordedAt type actor { fullName } } } } }`

interface Event {
  eventId: string
  recordedAt: string
  type: string
  actor: { fullName: string } | null
}

/** All events, page by page. */
async function readEvents(person: TestUser, orderBy: object | null, filter: object = {}): Promise<Event[]> {
  const events: Event[] = []
  for (let after: string | null = null; ;) {
    const { activityLog } = await fixture.execute(person, list, { orderBy, filter, after })
    events.push(...activityLog.edges.map(({ node }: { node: Event }) => node))
    if (!activityLog.pageInfo.hasNextPage) return events
    after = activityLog.pageInfo.endCursor
  }
}

/** The ids of all events in the order of time. */
async function readAll(person: TestUser, direction: string | null, filter: object = {}): Promise<string[]> {
  const events = await readEvents(person, direction === null ? null : { field: 'TIME', direction }, filter)
  const times = events.map(({ recordedAt }) => recordedAt)
  expect(times).toEqual(direction === 'ASC' ? times.toSorted() : times.toSorted().toReversed())
  return events.map(({ eventId }) => eventId)
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

const keys = {
  PERSON: ({ actor }: Event) => actor?.fullName.toLowerCase() ?? '\u{10FFFF}',
  TYPE: ({ type }: Event) => type,
}
const sortedBy = (events: Event[], keyOf: (event: Event) => string, sign: 1 | -1) =>
  events.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    return a === b ? 0 : a < b ? -sign : sign
  })

describe.each(['owner', 'rep', 'globalAdmin'] as const)('for the %s the activity log', (who) => {
  it.each(['PERSON', 'TYPE'] as const)('is sorted by %s over all pages, the latest first of each', async (field) => {
    const latestFirst = await readEvents(fixture[who], null)
    expect(new Set(latestFirst.map(keys[field])).size).toBeGreaterThan(who === 'rep' && field === 'PERSON' ? 0 : 1)
    expect(await readEvents(fixture[who], { field })).toEqual(sortedBy(latestFirst, keys[field], 1))
    expect(await readEvents(fixture[who], { field, direction: 'DESC' })).toEqual(sortedBy(latestFirst, keys[field], -1))
  })
})

it('refuses a cursor of another order', async () => {
  const { activityLog } = await fixture.execute(fixture.owner, list, { orderBy: { field: 'TYPE' } })
  const after = activityLog.pageInfo.endCursor as string
  for (const orderBy of [null, { field: 'PERSON' }])
    await expect(fixture.execute(fixture.owner, list, { orderBy, after })).rejects.toThrow(
      'The cursor is not valid for this list.',
    )
})

it('is sorted by REST, too', async () => {
  const query = 'order_by=type&direction=desc&limit=1000'
  const { body } = await rest(fixture.server.url, fixture.owner.token, 'GET', `/activity/logs?${query}`)
  const types = (body['data'] as { type: string }[]).map(({ type }) => type)
  expect(types).toEqual(types.toSorted().toReversed())
})
