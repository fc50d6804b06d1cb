import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { verifyLog } from '../../api/log/verify.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 6 })
}, 60_000)
afterAll(() => fixture.teardown())

const SYNC = `mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { id outcome code message status position } }`

interface Result {
  id: string
  outcome: string
  code: string | null
  message: string | null
  status: string | null
}

async function send(actions: object[], person: TestUser = fixture.rep): Promise<Result[]> {
  return (await fixture.execute(person, SYNC, { actions })).sync as Result[]
}

const outcomesOf = (results: Result[]) => results.map(({ outcome, code }) => code ?? outcome)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const doors = () => fixture.testTenant.properties[0]!
let street = 0
const house = () => ({ address: `${(street += 1)} Sync St`, lat: 41 + street / 1_000, lng: -89 })

async function eventsAbout(ids: string[]): Promise<Json[]> {
  const { rows } = await fixture.db.query(
    `select type, occurred_at as at, data, subject_id from activity_events where tenant_id = $1
       and (event_id = any($2) or subject_id = any($2) or data->>'leadId' = any($2::text[])) order by position`,
    [fixture.testTenant.tenantId, ids],
  )
  return rows
}

describe('what a rep did without a network', () => {
  it('sets the language of a household once, and refuses an unknown one', async () => {
    const propertyId = doors()[1]!
    const heard = { id: uuidv7(), kind: 'LANGUAGE', language: { propertyId, language: 'es' } }
    const wrong = { id: uuidv7(), kind: 'LANGUAGE', language: { propertyId, language: 'xx' } }
    expect(outcomesOf(await send([heard, wrong, heard]))).toEqual(['APPLIED', 'BAD_USER_INPUT', 'REPLAYED'])
    const { property } = await fixture.execute(fixture.rep, `{ property(id: "${propertyId}") { language } }`)
    expect(property.language).toBe('es')
    const unknown = { id: uuidv7(), kind: 'LANGUAGE', language: { propertyId } }
    expect(outcomesOf(await send([unknown, { ...unknown, id: uuidv7() }]))).toEqual(['APPLIED', 'APPLIED'])
  })

  it('changes the fields of a property that were edited, once, and keeps those that others have saved', async () => {
    const propertyId = doors()[4]!
    const edit = (propertyEdit: object) => ({ id: uuidv7(), kind: 'PROPERTY_EDIT', propertyEdit })
    const read = `{ property(id: "${propertyId}") { ownerName ownerSource notes priority } }`
    const phone = edit({ propertyId, ownerName: 'Sample Owner 0142', priority: 'HIGH', notes: null })
    const assign = edit({ propertyId, assignedTo: fixture.colleague.id })
    expect(outcomesOf(await send([phone, assign]))).toEqual(['APPLIED', 'FORBIDDEN'])
    const save = `mutation { updateProperty(id: "${propertyId}", input: { ownerName: "Sample Owner 0143", notes: "Gate" }) { id } }`
    await fixture.execute(fixture.owner, save)
    expect(outcomesOf(await send([phone, edit({ propertyId, priority: 'NORMAL' })]))).toEqual(['REPLAYED', 'APPLIED'])
    expect((await fixture.execute(fixture.rep, read))['property']).toEqual({
      ...{ ownerName: 'Sample Owner 0143', ownerSource: 'entered', notes: 'Gate', priority: 'NORMAL' },
    })
    const foreign = await send([edit({ propertyId, priority: 'HIGH' })], fixture.otherTenant.owner)
    const colleagues = await send([edit({ propertyId, priority: 'HIGH' })], fixture.colleague)
    expect(outcomesOf([...foreign, ...colleagues])).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })

  it('refuses an edit of a field that somebody else has changed since, and not of another one', async () => {
    const propertyId = doors()[5]!
    const edit = (propertyEdit: object) => ({ id: uuidv7(), kind: 'PROPERTY_EDIT', propertyEdit })
    const save = `mutation { updateProperty(id: "${propertyId}", input: { ownerName: "Sample Owner 0143", notes: "Gate" }) { id } }`
    await fixture.execute(fixture.owner, save)
    const before = { ownerName: null, notes: 'Gate', priority: 'NORMAL', tags: null }
    const mine = edit({ propertyId, ownerName: 'Sample Owner 0142', before })
    const [refused, ...others] = await send([
      mine,
      edit({ propertyId, ownerName: 'Sample Owner 0143', before }),
      edit({ propertyId, notes: 'Dog', priority: 'HIGH', before }),
    ])
    expect(refused).toMatchObject({
      ...{ outcome: 'REFUSED', code: 'CONFLICT' },
      message: 'Somebody else has changed this since: owner name. Compare it with what is saved now.',
    })
    expect(outcomesOf(others)).toEqual(['APPLIED', 'APPLIED'])
    const overwrite = { ...mine, propertyEdit: { propertyId, ownerName: 'Sample Owner 0142' } }
    expect(outcomesOf(await send([overwrite]))).toEqual(['APPLIED'])
    const { property } = await fixture.execute(
      fixture.rep,
      `{ property(id: "${propertyId}") { ownerName notes priority } }`,
    )
    expect(property).toEqual({ ownerName: 'Sample Owner 0142', notes: 'Dog', priority: 'HIGH' })
  })

  it('is applied in order at the times in the field', async () => {
    const [session, property, knock, wrong, lead] = Array.from({ length: 5 }, () => uuidv7()) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const times = Array.from({ length: 8 }, (_, n) => minutesAgo(180 - n * 10))
    const results = await send([
      { id: session, kind: 'SESSION_START', occurredAt: times[0], sessionStart: { at: { lat: 41, lng: -89 } } },
      { id: property, kind: 'PROPERTY', occurredAt: times[1], property: house() },
      {
        id: knock,
        kind: 'KNOCK',
        occurredAt: times[2],
        dependsOn: [property, session],
        knock: { propertyId: property, outcome: 'INTERESTED', sessionId: session },
      },
      {
        id: wrong,
        kind: 'KNOCK',
        occurredAt: times[3],
        knock: { propertyId: property, outcome: 'NOT_INTERESTED', sessionId: session },
      },
      { id: uuidv7(), kind: 'WITHDRAWAL', occurredAt: times[4], withdrawal: { knockId: wrong }, dependsOn: [wrong] },
      { id: lead, kind: 'LEAD', occurredAt: times[5], lead: { propertyId: property, tag: 'STORM' } },
      { id: uuidv7(), kind: 'NOTE', occurredAt: times[6], note: { propertyId: property, text: 'Ring twice.' } },
      { id: uuidv7(), kind: 'STATUS', occurredAt: times[6], status: { leadId: lead, status: 'COMPLETED' } },
      { id: uuidv7(), kind: 'SESSION_END', occurredAt: times[7], sessionEnd: { sessionId: session } },
    ])
    expect(outcomesOf(results)).toEqual(Array.from(results, () => 'APPLIED'))
    expect(results.map(({ status }) => status)).toEqual([
      ...[null, null, 'NOT_INTERESTED', 'NOT_INTERESTED', 'INTERESTED'],
      ...[null, null, null, null],
    ])
    const events = await eventsAbout([session, property, knock, wrong, lead])
    expect(events.map(({ type, at }) => [type, (at as Date).toISOString()])).toEqual([
      ['KnockSessionStarted', times[0]],
      ['PropertySaved', times[1]],
      ['DoorKnocked', times[2]],
      ['DoorKnocked', times[3]],
      ['KnockWithdrawn', times[4]],
      ['LeadCreated', times[5]],
      ['PropertyEdited', times[6]],
      ['LeadStatusChanged', times[6]],
      ['KnockSessionEnded', times[7]],
    ])
    const { property: seen, knockSessions } = await fixture.execute(
      fixture.rep,
      `query ($id: ID!) { property(id: $id) { notes status leads { id status createdAt } knocks { eventId } }
        knockSessions { id startedAt endedAt doors leads } }`,
      { id: property },
    )
    expect(seen).toEqual({
      notes: 'Ring twice.',
      status: 'INTERESTED',
      leads: [{ id: lead, status: 'COMPLETED', createdAt: times[5] }],
      knocks: [{ eventId: knock }],
    })
    expect(knockSessions[0]).toEqual({ id: session, startedAt: times[0], endedAt: times[7], doors: 1, leads: 1 })
  })

  it('changes the work on a lead field by field, its stage and its notes, each once', async () => {
    const [lead, noteId] = [uuidv7(), uuidv7()]
    const setStages = `mutation { setLeadStages(stages: [{ name: "Estimate", color: TEAL }]) { id } }`
    const [stage] = (await fixture.execute(fixture.owner, setStages))['setLeadStages']
    const [created, written] = [minutesAgo(30), minutesAgo(20)]
    const actions = [
      { id: lead, kind: 'LEAD', occurredAt: created, lead: { propertyId: doors()[2], tag: 'STORM' } },
      { id: uuidv7(), kind: 'LEAD_WORK', leadWork: { leadId: lead, contactName: ' Sample Neighbor ', value: 900.5 } },
      { id: uuidv7(), kind: 'LEAD_STAGE', occurredAt: written, leadStage: { leadId: lead, stageId: stage.id } },
      { id: noteId, kind: 'LEAD_NOTE', occurredAt: written, leadNote: { leadId: lead, text: 'Wants a call.' } },
    ]
    expect(outcomesOf(await send(actions))).toEqual(['APPLIED', 'APPLIED', 'APPLIED', 'APPLIED'])
    // Meanwhile somebody else saves another field, which the repeated actions keep.
    const edit = `mutation { updateLead(id: "${lead}", input: { value: 1200, source: "Referral" }) { id } }`
    await fixture.execute(fixture.owner, edit)
    expect(outcomesOf(await send(actions))).toEqual(['REPLAYED', 'REPLAYED', 'REPLAYED', 'REPLAYED'])
    const follow = { leadId: lead, followUpAt: '2026-12-01T15:30:00.000Z' }
    const late = { id: uuidv7(), kind: 'LEAD_WORK', occurredAt: written, leadWork: follow }
    expect(outcomesOf(await send([late]))).toEqual(['APPLIED'])
    const read = `{ lead(id: "${lead}") { status stage { name } contactName value source followUpAt
      notes { edges { node { id text createdAt author { id } } } } } }`
    expect((await fixture.execute(fixture.rep, read))['lead']).toEqual({
      ...{ status: 'CONTACTED', stage: { name: 'Estimate' }, contactName: 'Sample Neighbor', value: 1200 },
      ...{ source: 'Referral', followUpAt: follow.followUpAt },
      notes: {
        edges: [{ node: { id: noteId, text: 'Wants a call.', createdAt: written, author: { id: fixture.rep.id } } }],
      },
    })
    expect((await eventsAbout([lead])).map(({ type }) => type)).toEqual([
      ...['LeadCreated', 'LeadEdited', 'LeadStatusChanged', 'LeadStageChanged', 'LeadNoteAdded'],
      ...['LeadEdited', 'LeadEdited'],
    ])
  })

  it("leaves the lead of a colleague and of another tenant alone, and what only others may do with one's own", async () => {
    const [own, other] = [uuidv7(), uuidv7()]
    const lead = (id: string, propertyId: string) => ({ id, kind: 'LEAD', lead: { propertyId, tag: 'STORM' } })
    await send([lead(own, doors()[3]!)])
    await send([lead(other, fixture.testTenant.properties[1]![0]!)], fixture.colleague)
    const changes = (leadId: string) => [
      { id: uuidv7(), kind: 'LEAD_WORK', leadWork: { leadId, source: 'Referral' } },
      { id: uuidv7(), kind: 'LEAD_WORK', leadWork: { leadId } },
      { id: uuidv7(), kind: 'LEAD_STAGE', leadStage: { leadId } },
      { id: uuidv7(), kind: 'LEAD_NOTE', leadNote: { leadId, text: 'Wants a call.' } },
    ]
    for (const result of await send(changes(other))) expect(['NOT_FOUND', 'FORBIDDEN']).toContain(result.code)
    const foreign = await send(changes(own), fixture.otherTenant.owner)
    expect(outcomesOf(foreign)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    const refused = await send([
      { id: uuidv7(), kind: 'LEAD_WORK', leadWork: { leadId: own, assignedTo: fixture.colleague.id } },
      { id: uuidv7(), kind: 'LEAD_WORK', leadWork: { leadId: own, value: -1 } },
      { id: uuidv7(), kind: 'LEAD_STAGE', leadStage: { leadId: own, stageId: randomUUID() } },
      { id: uuidv7(), kind: 'LEAD_NOTE', leadNote: { leadId: own, text: ' ' } },
    ])
    expect(outcomesOf(refused)).toEqual(['FORBIDDEN', 'BAD_USER_INPUT', 'NOT_FOUND', 'BAD_USER_INPUT'])
    expect((await eventsAbout([own, other])).map(({ type }) => type)).toEqual(['LeadCreated', 'LeadCreated'])
  })

  it('leaves a log that verifies', async () => {
    const { faults } = await verifyLog(fixture.db, fixture.testTenant.tenantId)
    expect(faults).toEqual([])
  })
})

describe('a refused action', () => {
  it('stops only those that depend on it, and may come again changed', async () => {
    const [property, knock, lead, other] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()] as const
    const dependants = [
      { id: knock, kind: 'KNOCK', dependsOn: [property], knock: { propertyId: property, outcome: 'TALKED' } },
      { id: lead, kind: 'LEAD', dependsOn: [knock], lead: { propertyId: property, tag: 'STORM' } },
    ]
    const results = await send([
      { id: property, kind: 'PROPERTY', property: { ...house(), address: ' ' } },
      ...dependants,
      { id: other, kind: 'KNOCK', knock: { propertyId: doors()[0], outcome: 'TALKED' } },
    ])
    expect(outcomesOf(results)).toEqual(['BAD_USER_INPUT', 'DEPENDENCY_REFUSED', 'DEPENDENCY_REFUSED', 'APPLIED'])
    expect(results[0]!.message).toBe('Please enter an address')
    expect(await eventsAbout([property, knock, lead])).toEqual([])
    const repaired = await send([{ id: property, kind: 'PROPERTY', property: house() }, ...dependants])
    expect(outcomesOf(repaired)).toEqual(['APPLIED', 'APPLIED', 'APPLIED'])
  })

  it('for a missing or wrong part is refused alone', async () => {
    const id = uuidv7()
    const results = await send([
      { id: uuidv7(), kind: 'KNOCK' },
      { id: uuidv7(), kind: 'NOTE', note: { propertyId: doors()[0], text: ' ' } },
      { id: uuidv7(), kind: 'NOTE', note: { propertyId: doors()[0], text: 'x'.repeat(10_001) } },
      { id: uuidv7(), kind: 'NOTE', note: { propertyId: doors()[0], text: 'half an emoji: \ud83d' } },
      { id: 'not a UUID', kind: 'SESSION_START', sessionStart: {} },
      { id: uuidv7(), kind: 'LEAD', lead: { id: uuidv7(), propertyId: doors()[0], tag: 'STORM' } },
      { id: uuidv7(), kind: 'KNOCK', dependsOn: [randomUUID()], knock: { propertyId: doors()[0], outcome: 'TALKED' } },
      { id: uuidv7(), kind: 'STATUS', status: { leadId: randomUUID(), status: 'CONTACTED' } },
      { id, kind: 'KNOCK', knock: { propertyId: doors()[0], outcome: 'TALKED' } },
    ])
    expect(outcomesOf(results)).toEqual([
      ...Array.from({ length: 6 }, () => 'BAD_USER_INPUT'),
      ...['DEPENDENCY_REFUSED', 'NOT_FOUND', 'APPLIED'],
    ])
  })
})
