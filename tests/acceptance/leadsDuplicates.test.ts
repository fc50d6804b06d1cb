import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { rest } from '../support/client.ts'
import { createLeadsFixture, leadQuery, updateLead } from '../support/leadsFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

const fixture = await createLeadsFixture()
const {
  execute: ask,
  refusal,
  create,
  readLead,
  readHistory,
  server,
  rep,
  owner,
  admin,
  otherTenant: foreign,
} = fixture
afterAll(() => fixture.teardown())

describe('duplicates', () => {
  let leads = 0
  /** Points some meters apart. */
  const nextPoint = () => ({ lat: 39.5 + (leads += 1) / 20_000, lng: -86.5 })
  const newLead = (person: TestUser, address: string, more: object = {}, property: object = {}) => {
    const input = {
      tag: 'STORM',
      ...more,
      newProperty: { address, ...nextPoint(), zipCode: '46042', ...property },
    }
    return ask(person, 'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }', { input }).then(
      ({ createLead }) => createLead.id as string,
    )
  }
  const duplicates = 'query ($id: ID!) { leadDuplicates(id: $id) { reason lead { id } } }'
  const merge =
    'mutation ($keep: ID!, $ids: [ID!]!) { mergeLeads(keepId: $keep, mergeIds: $ids) { id value source version } }'

  it('are not listed once they were dismissed, until another lead joins them or that is undone', async () => {
    const one = await newLead(owner, '710 W 12th Demo St')
    const other = await newLead(owner, '710 West 12th Demo Street')
    const dismissMutation =
      'mutation ($ids: [ID!]!, $dismissed: Boolean) { dismissDuplicates(ids: $ids, dismissed: $dismissed) { changed } }'
    const dismiss = (ids: string[], more: object = {}) => ask(owner, dismissMutation, { ids, ...more })
    const listed = async (id: string): Promise<string[]> => {
      const { body } = await rest(server.url, admin.token, 'GET', '/leads/duplicates?limit=100')
      const groups: string[][] = body['data'].map(({ leads }: { leads: { id: string }[] }) => leads.map((l) => l.id))
      return (groups.find((ids) => ids.includes(id)) ?? []).toSorted()
    }
    const offered = async (id: string) =>
      (await ask(owner, duplicates, { id })).leadDuplicates.map(({ lead }: { lead: { id: string } }) => lead.id)
    expect([await listed(one), await offered(one)]).toEqual([[one, other].toSorted(), [other]])

    expect(await dismiss([one, other, one])).toEqual({ dismissDuplicates: { changed: 2 } })
    expect([await listed(one), await offered(one), await offered(other)]).toEqual([[], [], []])
    const events = (await ask(owner, '{ activityLog(first: 1) { edges { node { type data } } } }')).activityLog.edges
    expect(events[0].node).toEqual({ type: 'DuplicatesDismissed', data: { leadIds: [one, other] } })

    const joined = await newLead(owner, '710 W 12th Demo St')
    expect([await listed(one), await offered(one)]).toEqual([[one, other, joined].toSorted(), [joined]])
    await dismiss([one, other, joined])
    expect(await listed(joined)).toEqual([])
    const { status } = await rest(server.url, admin.token, 'POST', '/leads/duplicates/dismiss', {
      lead_ids: [one, other, joined],
      dismissed: false,
    })
    expect([status, await listed(one)]).toEqual([200, [one, other, joined].toSorted()])

    for (const stranger of [rep, foreign.owner])
      expect((await refusal(stranger, dismissMutation, { ids: [one, other] }))[0]).toMatch(/FORBIDDEN|NOT_FOUND/)
    expect((await refusal(owner, dismissMutation, { ids: [one] }))[1]).toBe('Please select at least two leads')
    expect((await refusal(owner, dismissMutation, { ids: [one, randomUUID()] }))[0]).toBe('NOT_FOUND')
  })

  it('are found by property, parcel and address, and merged with their notes and histories', async () => {
    const keep = await newLead(owner, '700 W 12th Demo St', { value: 100 }, { parcelId: 'P-700' })
    const byAddress = await newLead(owner, '700 West 12th Demo Street', { value: 5, source: 'Web', assignedTo: rep.id })
    const byParcel = await newLead(owner, '9 Other Rd', {}, { parcelId: 'P-700' })
    const elsewhere = await newLead(owner, '700 W 12th Demo St', {}, { zipCode: '46043', lat: 39.6 })
    const property = (await ask(owner, 'query ($id: ID!) { lead(id: $id) { propertyId } }', { id: keep })).lead
      .propertyId
    const sameProperty = await create(owner, property)
    const found = (await ask(owner, duplicates, { id: keep })).leadDuplicates
    const reasons = new Map(
      found.map(({ reason, lead }: { reason: string; lead: { id: string } }) => [lead.id, reason]),
    )
    expect(reasons).toEqual(
      new Map([
        [sameProperty, 'SAME_PROPERTY'],
        [byParcel, 'SAME_PARCEL'],
        [byAddress, 'SAME_ADDRESS'],
      ]),
    )
    const { body } = await rest(server.url, admin.token, 'GET', '/leads/duplicates?limit=100')
    const groups: string[][] = body['data'].map(({ leads }: { leads: { id: string }[] }) => leads.map(({ id }) => id))
    const group = groups.find((ids) => ids.includes(keep))!
    expect(new Set(group)).toEqual(new Set([keep, byAddress, byParcel, sameProperty]))
    expect(group).not.toContain(elsewhere)

    await ask(owner, 'mutation ($id: ID!) { addLeadNote(leadId: $id, text: "From the web form") { id } }', {
      id: byAddress,
    })
    await ask(owner, updateLead, { id: byAddress, input: { status: 'COMPLETED' } })
    const counted = (await ask(owner, '{ leadCounters { total completed } }')).leadCounters
    for (const stranger of [rep, foreign.owner])
      expect((await refusal(stranger, merge, { keep, ids: [byAddress] }))[0]).toMatch(/FORBIDDEN|NOT_FOUND/)
    expect((await refusal(owner, merge, { keep, ids: [byAddress, randomUUID()] }))[0]).toBe('NOT_FOUND')
    expect((await refusal(owner, merge, { keep, ids: [keep] }))[1]).toBe('A lead cannot be merged into itself.')
    expect((await ask(owner, '{ leadCounters { total completed } }')).leadCounters).toEqual(counted)

    const versionOf = async (id: string) =>
      (await ask(owner, 'query ($id: ID!) { lead(id: $id) { version } }', { id })).lead.version as number
    const versionBefore = await versionOf(keep)
    const first = (await ask(owner, merge, { keep, ids: [byAddress] })).mergeLeads
    expect(first).toMatchObject({ id: keep, value: 100, source: 'Web', version: versionBefore + 1 })
    const bare = await create(owner, property)
    const versionWithoutFields = await versionOf(keep)
    expect((await ask(owner, merge, { keep, ids: [bare] })).mergeLeads.version).toBe(versionWithoutFields + 1)
    expect(await readLead(rep, keep)).toMatchObject({ assignedTo: { id: rep.id } })
    const merged = await rest(server.url, admin.token, 'POST', '/leads/merge', {
      keep_id: sameProperty,
      merge_ids: [keep, byParcel],
    })
    expect([merged.status, merged.body['data']]).toMatchObject([
      200,
      { id: sameProperty, value: 100, assigned_to: rep.id },
    ])
    expect((await ask(owner, '{ leadCounters { total completed } }')).leadCounters).toEqual({
      total: counted.total - 3,
      completed: counted.completed - 1,
    })
    expect((await refusal(owner, leadQuery, { id: byAddress }))[0]).toBe('NOT_FOUND')
    const entries = await readHistory(owner, sameProperty)
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'LEAD_NOTE_ADDED', note: 'From the web form' }))
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'LEAD_CREATED')).toHaveLength(5)
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'LEADS_MERGED')).toHaveLength(3)
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'LEAD_STATUS_CHANGED', toStatus: 'COMPLETED' }))
    const notes = await rest(server.url, rep.token, 'GET', `/leads/${sameProperty}/notes`)
    expect(notes.body['data'].map(({ text }: { text: string }) => text)).toEqual(['From the web form'])
    const none = await rest(server.url, owner.token, 'GET', `/leads/${sameProperty}/duplicates`)
    expect(none.body['data']).toEqual([])
  })
})

it('leaves the log and its projections intact', async () => {
  expect((await verifyLog(fixture.db, fixture.testTenant.tenantId)).faults).toEqual([])
})
