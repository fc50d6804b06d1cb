import { afterAll, beforeAll, expect, it } from 'vitest'
import { createModelFixture, type ModelFixture, type Team } from '../support/model/modelFixture.ts'
import type { TestUser } from '../support/testTenant.ts'
import { graphql, rest, type ApiResponse } from '../support/client.ts'

/** A response body, asserted field by field. */
type Found = ApiResponse['body'][string]

let fixture: ModelFixture
beforeAll(async () => {
  fixture = await createModelFixture(['America/New_York', 'America/Los_Angeles'], 2)
}, 60_000)
afterAll(() => fixture.teardown())

let properties = 0
async function save(rep: TestUser): Promise<string> {
  properties += 1
  const { body } = await rest(fixture.url, rep.token, 'POST', '/properties', {
    address: `${properties} Sample St`,
    lat: 30 + properties / 1_000,
    lng: -90,
  })
  return body['data'].id
}

/** Logs a knock that occurs and is recorded at this time. */
async function knockAt(time: string, rep: TestUser, propertyId: string, outcome: string): Promise<string> {
  fixture.clock.now = new Date(time)
  const { body } = await rest(fixture.url, rep.token, 'POST', '/crm/door-knocks', { property_id: propertyId, outcome })
  return body['data'].event_id
}

const query = `query ($userId: ID) { repDay(userId: $userId) { from timeZone user { id } doorsKnocked talks leadsCreated workedDays
  medianDoorsKnocked medianLeadsCreated hours { hour doorsKnocked talks avgDoorsKnocked } } }`
const readDay = (person: TestUser, userId: string | null = null) =>
  graphql(fixture.url, person.token, query, { userId })
const hoursWithDoors = ({ hours }: Found) =>
  hours.filter(({ doorsKnocked, avgDoorsKnocked }: Found) => doorsKnocked || avgDoorsKnocked)

it("a rep's day has doors and talks by hour of the tenant's time zone, beside the worked days of four weeks", async () => {
  const [team, other] = fixture.teams as [Team, Team]
  const [rep, colleague] = team.reps as [TestUser, TestUser]
  const [elsewhere] = other.reps as [TestUser]
  fixture.clock.now = new Date('2025-05-01T12:00:00Z')
  const property = await save(rep)
  // 11:59 PM of the day before the four weeks.
  await knockAt('2025-05-14T03:59:00Z', rep, property, 'talked')
  await knockAt('2025-06-09T14:10:00Z', rep, property, 'talked')
  await knockAt('2025-06-09T15:10:00Z', rep, property, 'nobody_home')
  for (let n = 0; n < 3; n += 1) await knockAt('2025-06-11T03:20:00Z', rep, property, 'nobody_home')
  await rest(fixture.url, rep.token, 'POST', '/leads', { property_id: property, tag: 'storm' })
  const today = [
    await knockAt('2025-06-11T13:05:00Z', rep, property, 'talked'),
    await knockAt('2025-06-11T13:50:00Z', rep, property, 'left_flyer'),
    await knockAt('2025-06-11T14:10:00Z', rep, property, 'interested'),
    await knockAt('2025-06-11T14:15:00Z', rep, property, 'not_interested'),
    await knockAt('2025-06-11T14:20:00Z', rep, property, 'nobody_home'),
  ]
  for (const id of today.slice(3)) await rest(fixture.url, rep.token, 'DELETE', `/crm/door-knocks/${id}`)
  await knockAt('2025-06-11T14:30:00Z', colleague, await save(colleague), 'talked')
  await knockAt('2025-06-11T14:40:00Z', elsewhere, await save(elsewhere), 'talked')

  const { data } = await readDay(rep)
  expect(data.repDay).toMatchObject({
    from: '2025-06-11T04:00:00.000Z',
    timeZone: 'America/New_York',
    user: { id: rep.id },
    doorsKnocked: 3,
    talks: 2,
    leadsCreated: 0,
    workedDays: 2,
    medianDoorsKnocked: 2,
    medianLeadsCreated: 0,
  })
  expect(data.repDay.hours).toHaveLength(24)
  expect(hoursWithDoors(data.repDay)).toEqual([
    { hour: 9, doorsKnocked: 2, talks: 1, avgDoorsKnocked: 0 },
    { hour: 10, doorsKnocked: 1, talks: 1, avgDoorsKnocked: 0.5 },
    { hour: 11, doorsKnocked: 0, talks: 0, avgDoorsKnocked: 0.5 },
    { hour: 23, doorsKnocked: 0, talks: 0, avgDoorsKnocked: 1.5 },
  ])
  expect((await readDay(team.owner, rep.id)).data).toEqual(data)
  const first = await readDay(elsewhere)
  expect(first.data.repDay).toMatchObject({ workedDays: 0, medianDoorsKnocked: null, medianLeadsCreated: null })
  expect(hoursWithDoors(first.data.repDay)).toEqual([{ hour: 7, doorsKnocked: 1, talks: 1, avgDoorsKnocked: 0 }])

  for (const person of [colleague, other.owner, elsewhere]) {
    const { errors } = await readDay(person, rep.id)
    expect(errors[0]).toMatchObject({ message: 'User not found', extensions: { code: 'NOT_FOUND' } })
  }
  const explained = await graphql(
    ...[fixture.url, rep.token],
    '{ explain(input: { figure: TALKS, period: DAY }) { total edges { node { event { eventId } } } } }',
  )
  expect(explained.data.explain.total).toBe(2)
  expect(explained.data.explain.edges.map(({ node }: Found) => node.event.eventId)).toEqual([today[2], today[0]])
})
