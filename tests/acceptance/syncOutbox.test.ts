import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import type { KnockOutcome, LeadStatus } from '../../web/gql/graphql.ts'
import { crashes, faults } from '../support/outbox/faultyConnection.ts'
import { type House, Phone, type Work } from '../support/outbox/phone.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { createTestTenant } from '../support/testTenant.ts'

// `OUTBOX_RUNS=500 npx vitest run tests/acceptance/syncOutbox.test.ts` runs this many sequences from a new seed, and shortens one
// that fails. A failure prints its seed, with which OUTBOX_SEED repeats it.
const { OUTBOX_RUNS, OUTBOX_SEED } = process.env
const runs = {
  numRuns: Number(OUTBOX_RUNS ?? 16),
  ...(OUTBOX_RUNS && !OUTBOX_SEED ? {} : { seed: Number(OUTBOX_SEED ?? 13) }),
  endOnFailure: OUTBOX_RUNS === undefined,
}
const msPerRun = 20_000

let fixture: ServerFixture
beforeAll(async () => {
  fixture = await createServerFixture()
})
afterAll(() => fixture.teardown())
afterEach(() => vi.unstubAllGlobals())

const outcomes: KnockOutcome[] = ['NOBODY_HOME', 'TALKED', 'INTERESTED', 'NOT_INTERESTED']
const statuses: LeadStatus[] = ['NEW', 'CONTACTED', 'COMPLETED']
const savedProperties = 2
const newProperties = 2

type Step = (phone: Phone, houses: readonly House[], number: number) => Promise<void> | void

const tab = fc.nat({ max: 1 })
const house = fc.nat({ max: savedProperties + newProperties - 1 })
const pick = fc.nat({ max: 20 })
const someFaults = fc.array(fc.constantFrom(...faults), { maxLength: 4 })

/** A step that prints what it does. */
function step<Values extends unknown[]>(
  name: string,
  values: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  run: (phone: Phone, houses: readonly House[], number: number, ...values: Values) => Promise<void> | void,
): fc.Arbitrary<Step> {
  return fc.tuple<Values>(...values).map((chosen) =>
    Object.assign(((phone, houses, number) => run(phone, houses, number, ...chosen)) satisfies Step, {
      [fc.toStringMethod]: () => `${name}(${chosen.map((value) => JSON.stringify(value)).join(', ')})`,
    }),
  )
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: step(
        'knock',
        [tab, house, fc.constantFrom(...outcomes), fc.boolean()],
        (phone, houses, number, at, index, outcome, hasNote) =>
          phone.knock(at, houses[index]!, outcome, hasNote ? `Note ${number}` : null),
      ),
    },
    { weight: 3, arbitrary: step('undo', [tab, pick], (phone, _, __, at, chosen) => phone.undo(at, chosen)) },
    step('noteLastKnock', [tab], (phone, _, number, at) => phone.noteLastKnock(at, `Later note ${number}`)),
    step('note', [tab, house], (phone, houses, number, at, index) => phone.note(at, houses[index]!, `Line ${number}`)),
    { weight: 2, arbitrary: step('lead', [tab, house], (phone, houses, _, at, n) => phone.createLead(at, houses[n]!)) },
    step('status', [tab, pick, fc.constantFrom(...statuses)], (phone, _, __, at, chosen, status) =>
      phone.setLeadStatus(at, chosen, status),
    ),
    step('session', [tab], (phone, _, __, at) => phone.toggleSession(at)),
    { weight: 3, arbitrary: step('flush', [tab, someFaults], (phone, _, __, at, plan) => phone.flush([at], [plan])) },
    {
      weight: 2,
      arbitrary: step('flushBoth', [someFaults, someFaults], (phone, _, __, ...plans) => phone.flush([0, 1], plans)),
    },
    {
      weight: 2,
      arbitrary: step('crash', [tab, fc.constantFrom(...crashes)], (phone, _, __, at, kind) => phone.crash(at, kind)),
    },
    step('deliverLate', [], (phone) => phone.deliverLate()),
    step('clock', [fc.integer({ min: -200, max: 30 })], (phone, _, __, hours) => {
      phone.clockHours = hours
    }),
  ),
  { minLength: 8, maxLength: 40, size: 'max' },
)

it(
  'carries out everything once, whatever the connection, the clock and the browser do',
  async () => {
    // Without locks the tabs send at the same time.
    vi.stubGlobal('navigator', { onLine: true })
    const property = fc.asyncProperty(steps, async (sequence) => {
      const { tenantId, reps, properties } = await createTestTenant(fixture.ownerUrl, {
        reps: 1,
        propertiesPerRep: savedProperties,
      })
      const houses: House[] = [
        ...properties[0]!.map((id) => ({ id })),
        ...Array.from({ length: newProperties }, (_, n) => ({
          // With a parcel, so that no owner is looked up afterwards.
          newProperty: {
            address: `${n + 1} New St`,
            streetNumber: `${n + 1}`,
            parcelId: `parcel ${n}`,
            lat: 41 + n / 1_000,
            lng: -89,
          },
        })),
      ]
      const phone = new Phone(fixture.server.url, reps[0]!)
      for (const [number, run] of sequence.entries()) await run(phone, houses, number)
      expect(await phone.finish()).toEqual([])
      await expectLogOf(phone.work, tenantId, houses)
    })
    await fc.assert(property, runs)
  },
  Math.max(60_000, runs.numRuns * msPerRun),
)

const byCode = (one = '', other = '') => (one < other ? -1 : Number(one > other))

interface Event {
  position: number
  eventId: string
  type: string
  subjectId: string
  occurredAt: Date
  data: { knockId?: string; leadId?: string; to?: string; outcome?: string; sessionId?: string; fields?: string[] }
}

/** The log of the tenant has this work once, and nothing else. */
async function expectLogOf(work: Work, tenantId: string, houses: readonly House[]): Promise<void> {
  const end = new Date()
  const read = async <Row>(query: string) => (await fixture.db.query(query, [tenantId])).rows as Row[]
  const events = await read<Event>(
    `select position::int, event_id as "eventId", type, subject_id as "subjectId", occurred_at as "occurredAt", data
     from activity_events where tenant_id = $1 order by position`,
  )
  const ofType = (type: string) => events.filter((event) => event.type === type)
  expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
  // A tenant without an event has no log that could be verified.
  if (events.length > 0) expect((await verifyLog(fixture.db, tenantId)).faults).toEqual([])

  const properties = await read<{ id: string; lat: number; lng: number; notes: string | null }>(
    'select id, lat, lng, notes from properties where tenant_id = $1',
  )
  const idOf = (at: House) =>
    'id' in at ? at.id : properties.find(({ lat, lng }) => lat === at.newProperty.lat && lng === at.newProperty.lng)?.id

  // An undone knock is either withdrawn or was never sent.
  const knocked = ofType('DoorKnocked')
  const knockedIds = knocked.map(({ eventId }) => eventId)
  const undoneIds = [...work.knocks].filter(([, { isUndone }]) => isUndone).map(([id]) => id)
  const expectedIds = [...work.knocks.keys()].filter((id) => knockedIds.includes(id) || !undoneIds.includes(id))
  expect(knockedIds.toSorted(byCode)).toEqual(expectedIds.toSorted(byCode))
  const withdrawn = ofType('KnockWithdrawn').map(({ data }) => data.knockId)
  expect(withdrawn.toSorted(byCode)).toEqual(undoneIds.filter((id) => knockedIds.includes(id)).toSorted(byCode))
  const notes = new Map(
    (
      await read<{ id: string; note: string | null }>('select event_id as id, note from knocks where tenant_id = $1')
    ).map(({ id, note }) => [id, note]),
  )
  for (const { eventId, subjectId, occurredAt, data } of knocked) {
    const knock = work.knocks.get(eventId)!
    expect([subjectId, data.outcome, data.sessionId ?? undefined, notes.get(eventId)]).toEqual([
      ...[idOf(knock.house), knock.outcome.toLowerCase(), knock.sessionId, knock.note],
    ])
    expectTimeOf(knock, occurredAt, end)
  }

  const leads = await read<{ id: string; propertyId: string }>(
    'select id, property_id as "propertyId" from leads where tenant_id = $1',
  )
  const created = ofType('LeadCreated')
  expect(created.map(({ data }) => data.leadId!).toSorted(byCode)).toEqual([...work.leads.keys()].toSorted(byCode))
  for (const { data, occurredAt } of created) {
    const lead = work.leads.get(data.leadId!)!
    expect(leads.find(({ id }) => id === data.leadId)?.propertyId).toBe(idOf(lead.house))
    expectTimeOf(lead, occurredAt, end)
    const changes = lead.statuses.filter((status, index) => status !== (lead.statuses[index - 1] ?? 'NEW'))
    const recorded = ofType('LeadStatusChanged').filter((event) => event.data.leadId === data.leadId)
    expect(recorded.map((event) => event.data.to)).toEqual(changes.map((status) => status.toLowerCase()))
  }

  const lines = properties.flatMap(({ id, notes: text }) => (text?.split('\n') ?? []).map((line) => `${line} ${id}`))
  expect(lines.toSorted(byCode)).toEqual([...work.notes].map(([text, at]) => `${text} ${idOf(at)}`).toSorted(byCode))
  expect(ofType('PropertyEdited')).toHaveLength(work.notes.size)

  // A house that was saved with a knock may stay when the knock is undone.
  const needed = [...work.knocks.values()]
    .filter(({ isUndone }) => !isUndone)
    .concat([...work.leads.values()] as never[])
  for (const { house: at } of needed) expect(idOf(at)).toBeDefined()
  expect(ofType('PropertySaved')).toHaveLength(properties.length - savedProperties)
  expect(new Set(properties.map(({ lat, lng }) => `${lat} ${lng}`)).size).toBe(properties.length)
  expect(properties.length).toBeLessThanOrEqual(houses.length)

  expect(
    ofType('KnockSessionStarted')
      .map(({ subjectId }) => subjectId)
      .toSorted(byCode),
  ).toEqual([...work.sessions.keys()].toSorted(byCode))
  const endedIds = new Set(ofType('KnockSessionEnded').map(({ subjectId }) => subjectId))
  for (const [id, { isEnded }] of work.sessions) if (isEnded) expect(endedIds).toContain(id)

  const types = new Set(events.map(({ type }) => type))
  for (const type of [
    ...['DoorKnocked', 'KnockWithdrawn', 'LeadCreated', 'LeadStatusChanged', 'PropertyEdited', 'PropertySaved'],
    ...['KnockSessionStarted', 'KnockSessionEnded'],
  ])
    types.delete(type)
  expect([...types]).toEqual([])
}

/** The time is that of the device, at most seven days before the server got it and not after that. */
function expectTimeOf({ occurredAt, madeAt }: { occurredAt: Date; madeAt: Date }, recorded: Date, end: Date): void {
  const clamp = (now: Date) => Math.min(now.getTime(), Math.max(now.getTime() - 7 * 86_400_000, occurredAt.getTime()))
  expect(recorded.getTime()).toBeGreaterThanOrEqual(clamp(madeAt))
  expect(recorded.getTime()).toBeLessThanOrEqual(clamp(end))
}
