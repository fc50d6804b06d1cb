import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let ids: string[]

beforeAll(async () => {
  // 600 doors within 3 km.
  fixture = await createServerFixture({ propertiesPerRep: 300 })
  ids = fixture.testTenant.properties[0]!
  await allow(true)
}, 120_000)
afterAll(() => fixture.teardown())
afterEach(() =>
  fixture.db.query('delete from taken_doors; delete from territories; delete from do_not_knock; delete from knocks'),
)

const setting =
  'mutation ($allow: Boolean!) { updateCompany(input: { allowNearestDoors: $allow }) { allowNearestDoors } }'
const allow = async (isAllowed: boolean) => {
  expect(await fixture.execute(fixture.owner, setting, { allow: isAllowed })).toEqual({
    updateCompany: { allowNearestDoors: isAllowed },
  })
}
const fields = `doors { propertyId address streetNumber side status isDue } until canTake`
const takeMutation = `mutation ($input: TakeNearestDoorsInput!) { takeNearestDoors(input: $input) { ${fields} } }`
const from = { lat: 39.7, lng: -86.2 }
const take = async (person: TestUser = fixture.rep): Promise<Json> =>
  (await fixture.execute(person, takeMutation, { input: { from } }))['takeNearestDoors']
const today = async (person: TestUser = fixture.rep): Promise<Json> =>
  (await fixture.execute(person, `{ myDoorsForToday { ${fields} } }`))['myDoorsForToday']
const idsOf = ({ doors }: Json): string[] => doors.map(({ propertyId }: Json) => propertyId)
async function refusal(person: TestUser, input: object = { from }): Promise<[string, string]> {
  const { errors } = await graphql(fixture.server.url, person.token, takeMutation, { input })
  return [errors?.[0].extensions.code, errors?.[0].message]
}

/** A territory around the first doors of the row at 39.7, and who holds it. */
async function newTerritory(holder: TestUser, count: number): Promise<string> {
  const [south, west, north, east] = [39.6999, -86.2001, 39.7001, -86.2 + (count - 0.5) / 10_000]
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const create = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }'
  const input = [{ name: 'Sample Park', area: { type: 'Polygon', coordinates: [ring] } }]
  const id = (await fixture.execute(fixture.owner, create, { input }))['createTerritories'][0].id as string
  const assign = 'mutation ($id: ID!, $userIds: [ID!]!) { assignTerritory(id: $id, userIds: $userIds) { id } }'
  await fixture.execute(fixture.owner, assign, { id, userIds: [holder.id] })
  return id
}

describe('the nearest doors', () => {
  it('are taken by a rep without a territory, walked and given back', async () => {
    expect(await today()).toEqual({ doors: [], until: null, canTake: true })
    const taken = await take()
    expect(taken).toMatchObject({ until: expect.any(String) as string, canTake: true })
    expect(taken.doors).toHaveLength(40)
    expect(taken.doors[0]).toEqual({
      ...{ propertyId: ids[0], address: '1 Sample St 0', streetNumber: '1', side: 'ODD', status: 'NEW', isDue: false },
    })
    expect(idsOf(await today()).toSorted()).toEqual(idsOf(taken).toSorted())
    const plan = `query ($input: WalkingRouteInput!) { walkingRoute(input: $input) { stops { propertyId } } }`
    const { walkingRoute } = await fixture.execute(fixture.rep, plan, { input: { propertyIds: idsOf(taken), from } })
    expect(walkingRoute.stops.map(({ propertyId }: Json) => propertyId).toSorted()).toEqual(idsOf(taken).toSorted())
    const { returnDoors } = await fixture.execute(fixture.rep, `mutation { returnDoors { ${fields} } }`)
    expect(returnDoors).toEqual({ doors: [], until: null, canTake: true })
  })

  it('are those that are open, and not in a territory of somebody else', async () => {
    const mark = 'mutation ($input: DoNotKnockInput!) { setDoNotKnock(input: $input) { id } }'
    await fixture.execute(fixture.owner, mark, { input: { propertyId: ids[25], kind: 'ASKED' } })
    const log = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }'
    await fixture.execute(fixture.colleague, log, { input: { propertyId: ids[26], outcome: 'NOBODY_HOME' } })
    const holder = await addUser(fixture.db, fixture.testTenant.tenantId, 'sales_rep', 'Sample Holder')
    await newTerritory(holder, 25)
    const taken = idsOf(await take())
    expect(taken).toHaveLength(40)
    expect(taken.filter((id) => ids.slice(0, 27).includes(id))).toEqual([])
    expect(taken).toContain(ids[27])
  })

  it('are refused to somebody with a territory, without the setting, and far out of range', async () => {
    const territoryId = await newTerritory(fixture.rep, 5)
    expect(await refusal(fixture.rep)).toEqual([
      'CANNOT_TAKE_DOORS',
      'You hold a territory today. Walk a route through it.',
    ])
    expect((await today()).canTake).toBe(false)
    await fixture.db.query(`update territory_assignments set to_day = current_date - 2 where territory_id = $1`, [
      territoryId,
    ])
    expect((await take()).doors).toHaveLength(40)
    expect(await refusal(fixture.rep, { from: { lat: 91, lng: 0 } })).toEqual([
      'BAD_USER_INPUT',
      'The coordinates are out of range.',
    ])
    await allow(false)
    const { status, body } = await rest(fixture.server.url, fixture.colleague.token, 'POST', '/crm/route/doors', {
      from,
    })
    expect([status, body['code']]).toEqual([409, 'CANNOT_TAKE_DOORS'])
    // Those that were taken before stay.
    expect((await today()).doors).toHaveLength(40)
    await allow(true)
  })

  it('of another company are nobody’s', async () => {
    await take()
    const { owner, reps, properties, tenantId } = fixture.otherTenant
    expect(await today(reps[0])).toEqual({ doors: [], until: null, canTake: false })
    await fixture.execute(owner, setting, { allow: true })
    expect(idsOf(await take(reps[0]))).toEqual(properties[0])
    const { rows } = await fixture.db.query(
      'select count(*)::int as n from taken_doors where tenant_id = $1 and user_id = $2',
      [tenantId, reps[0]!.id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('are never those of a colleague, whoever saved them, with the setting only an owner can change', async () => {
    const mine = idsOf(await take())
    const theirs = idsOf(await take(fixture.colleague))
    expect([mine.length, theirs.length]).toEqual([40, 40])
    expect(theirs.filter((id) => mine.includes(id))).toEqual([])
    expect(idsOf(await today(fixture.colleague)).toSorted()).toEqual(theirs.toSorted())
    const admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
    for (const person of [fixture.rep, admin])
      expect(await fixture.errorCode(person, setting, { allow: false })).toBe('FORBIDDEN')
    const hide = 'mutation ($shown: Boolean!) { updateCompany(input: { teamDoorsVisible: $shown }) { id } }'
    await fixture.execute(fixture.owner, hide, { shown: false })
    try {
      const own = new Set(fixture.testTenant.properties[1])
      expect(idsOf(await take(fixture.colleague)).every((id) => own.has(id))).toBe(true)
    } finally {
      await fixture.execute(fixture.owner, hide, { shown: true })
    }
  })

  it('go to one of twenty reps who ask at once', async () => {
    const reps: TestUser[] = []
    for (let n = 0; n < 20; n += 1)
      reps.push(await addUser(fixture.db, fixture.testTenant.tenantId, 'sales_rep', `Sample Owner 02${n}`))
    const taken = (await Promise.all(reps.map(take))).map(idsOf)
    // 600 doors are 15 times 40.
    expect(taken.map(({ length }) => length).toSorted((one, other) => other - one)).toEqual([
      ...Array.from({ length: 15 }, () => 40),
      ...Array.from({ length: 5 }, () => 0),
    ])
    expect(new Set(taken.flat())).toEqual(new Set(fixture.testTenant.properties.flat()))
    const { rows } = await fixture.db.query(
      'select user_id, count(*)::int as n from taken_doors where tenant_id = $1 group by user_id',
      [fixture.testTenant.tenantId],
    )
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 15 }, () => 40))
    expect((await verifyLog(fixture.db, fixture.testTenant.tenantId)).faults).toEqual([])
  })
})
