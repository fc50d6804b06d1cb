import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogFixture, type TestEvent, type LogFixture } from '../../tests/support/logFixture.ts'
import { verifyLog } from '../log/verify.ts'
import { readNeighborhoods } from './neighborhoodHours.ts'
import { rebuildProjections } from './rebuild.ts'
import { readLeadTotals } from './repLeads.ts'

let fixture: LogFixture
beforeAll(async () => {
  fixture = await createLogFixture()
})
afterAll(() => fixture.teardown())

const day = { from: new Date('2026-05-04T00:00:00Z'), to: new Date('2026-05-05T00:00:00Z') }
const [rep, colleague] = [randomUUID(), randomUUID()]
const park = { neighborhood: 'Sample Park', city: 'Sampleton' }

function lead(place: { neighborhood: string | null; city: string | null }, repId = rep) {
  const data = { ...place, propertyId: randomUUID(), leadId: randomUUID(), repId, tag: 'storm' as const }
  const created = (at: string): TestEvent => ({ at, type: 'LeadCreated', data: { ...data, priority: 'normal' } })
  const moved = (
    at: string,
    from: 'new' | 'completed',
    to: 'contacted' | 'completed',
    countedAt: string | null,
  ): TestEvent => ({ at, type: 'LeadStatusChanged', data: { ...data, from, to, countedAt } })
  const deleted = (
    at: string,
    countedAt: string,
    status: 'new' | 'contacted' | 'completed',
    convertedAt: string | null,
  ): TestEvent => ({ at, type: 'LeadDeleted', data: { ...data, countedAt, convertedAt, status } })
  return { created, moved, deleted }
}

const placesOf = async (tenantId: string, repId: string | null = null) => {
  const found = await fixture.app.within({ tenantId }, (em) => readNeighborhoods(em, [{ tenantId, ...day }], repId))
  return Object.fromEntries(
    found.map(({ neighborhood, city, leads, conversions }) => [`${neighborhood}, ${city}`, [leads, conversions]]),
  )
}
const totalsOf = (tenantId: string, repId: string | null = null) =>
  fixture.app.within({ tenantId }, (em) => readLeadTotals(em, repId))

describe('a neighborhood', () => {
  it('counts the leads created and converted there in the period, by city, including an unknown one', async () => {
    const [one, two, elsewhere, unknown] = [
      lead(park),
      lead(park, colleague),
      lead({ ...park, city: 'Example City' }),
      lead({ neighborhood: null, city: null }),
    ]
    const tenantId = await fixture.createTenantLog(
      'UTC',
      one.created('2026-05-04T08:00:00Z'),
      two.created('2026-05-04T09:00:00Z'),
      elsewhere.created('2026-05-04T09:00:00Z'),
      unknown.created('2026-05-04T09:00:00Z'),
      one.moved('2026-05-04T10:00:00Z', 'new', 'completed', null),
      two.moved('2026-05-05T10:00:00Z', 'new', 'completed', null),
    )
    expect(await placesOf(tenantId)).toEqual({
      'Sample Park, Sampleton': [2, 1],
      'Sample Park, Example City': [1, 0],
      ', ': [1, 0],
    })
    expect(await placesOf(tenantId, colleague)).toEqual({ 'Sample Park, Sampleton': [1, 0] })
  })

  it('loses deleted and reopened leads where they were counted, and a rebuild gives the same counts', async () => {
    const [one, two] = [lead(park), lead(park)]
    const tenantId = await fixture.createTenantLog(
      'UTC',
      one.created('2026-05-04T08:00:00Z'),
      two.created('2026-05-04T08:00:00Z'),
      one.moved('2026-05-04T10:00:00Z', 'new', 'completed', null),
      two.moved('2026-05-04T11:00:00Z', 'new', 'completed', null),
      one.moved('2026-05-09T10:00:00Z', 'completed', 'contacted', '2026-05-04T10:00:00Z'),
    )
    expect(await placesOf(tenantId)).toEqual({ 'Sample Park, Sampleton': [2, 1] })
    await fixture.write(
      tenantId,
      two.deleted('2026-05-10T10:00:00Z', '2026-05-04T08:00:00Z', 'completed', '2026-05-04T11:00:00Z'),
    )
    expect(await placesOf(tenantId)).toEqual({ 'Sample Park, Sampleton': [1, 0] })
    expect((await verifyLog(fixture.owner, tenantId)).faults).toEqual([])
    await rebuildProjections(fixture.owner, tenantId)
    expect(await placesOf(tenantId)).toEqual({ 'Sample Park, Sampleton': [1, 0] })
  })
})

describe('the current leads', () => {
  it('are counted by status and rep, without deleted leads of any status', async () => {
    const [one, two, three] = [lead(park), lead(park), lead(park, colleague)]
    const when = '2026-05-04T08:00:00Z'
    const tenantId = await fixture.createTenantLog(
      'UTC',
      one.created(when),
      two.created(when),
      three.created(when),
      one.moved(when, 'new', 'contacted', null),
      three.moved(when, 'new', 'completed', null),
    )
    expect(await totalsOf(tenantId)).toEqual({ leads: 3, newLeads: 1, contactedLeads: 1, completedLeads: 1 })
    expect(await totalsOf(tenantId, rep)).toEqual({ leads: 2, newLeads: 1, contactedLeads: 1, completedLeads: 0 })
    await fixture.write(
      tenantId,
      one.deleted(when, when, 'contacted', null),
      three.deleted(when, when, 'completed', when),
    )
    expect(await totalsOf(tenantId)).toEqual({ leads: 1, newLeads: 1, contactedLeads: 0, completedLeads: 0 })
  })
})
