import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rebuildProjections } from '../../api/projections/rebuild.ts'
import { seedLeads, type SeededLead } from '../support/seedLeads.ts'
import { createLeadsFixture } from '../support/leadsFixture.ts'
import type { TestUser } from '../support/testTenant.ts'
import { changeWatched, rest, type ApiResponse } from '../support/client.ts'

const fixture = await createLeadsFixture({ propertiesPerRep: 3 })
const { execute: ask, refusal, create, server, db, testTenant, otherTenant, rep, colleague, admin } = fixture
const seeded = await seedLeads(fixture.ownerUrl, { tenantId: testTenant.tenantId, repId: rep.id, count: 120 })
afterAll(() => fixture.teardown())

const list = `query ($filter: LeadFilter, $first: Int, $after: String) {
  leads(filter: $filter, first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor } edges { node { id address ownerName tag priority status unconfirmed } } }
  leadCounters(filter: $filter) { total highPriority new completed }
  leadGroups(filter: $filter) { tag count }
  leadIds(filter: $filter)
}`

async function figures(): Promise<{ tags: Record<string, number>; leads: number; converted: number }> {
  const { teamPerformance } = await ask(
    testTenant.owner,
    '{ teamPerformance(period: MONTH) { teamMembers { user { id } leadsCreated leadsConverted tagsBreakdown { tag count } } } }',
  )
  const member = teamPerformance.teamMembers.find(({ user }: { user: { id: string } }) => user.id === rep.id)
  return {
    leads: member?.leadsCreated ?? 0,
    converted: member?.leadsConverted ?? 0,
    tags: Object.fromEntries(
      (member?.tagsBreakdown ?? []).map(({ tag, count }: { tag: string; count: number }) => [tag, count]),
    ),
  }
}

describe('the list of leads', () => {
  const matching = (filter: Record<string, unknown>) =>
    seeded
      .filter(
        (lead) =>
          (!filter['tag'] || lead.tag.toUpperCase() === filter['tag']) &&
          (!filter['priority'] || lead.priority.toUpperCase() === filter['priority']) &&
          (!filter['status'] || lead.status.toUpperCase() === filter['status']),
      )
      .toReversed()

  it.each([
    [{}],
    [{ tag: 'STORM' }],
    [{ priority: 'HIGH' }],
    [{ status: 'COMPLETED' }],
    [{ tag: 'GUTTER', status: 'NEW', priority: 'NORMAL' }],
  ])('is filtered, counted and grouped by %j on the server', async (filter) => {
    const expected = matching(filter)
    const found = await ask(testTenant.owner, list, { filter, first: 1000 })
    expect(found.leads.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual(expected.map(({ id }) => id))
    expect(found.leads.totalCount).toBe(expected.length)
    expect(found.leadIds).toEqual(expected.map(({ id }) => id))
    expect(found.leadCounters).toEqual({
      total: expected.length,
      highPriority: expected.filter(({ priority }) => priority === 'high').length,
      new: expected.filter(({ status }) => status === 'new').length,
      completed: expected.filter(({ status }) => status === 'completed').length,
    })
    const groups = Object.fromEntries(
      found.leadGroups.map(({ tag, count }: { tag: string; count: number }) => [tag.toLowerCase(), count]),
    )
    expect(groups).toEqual(
      Object.fromEntries([...Map.groupBy(expected, ({ tag }) => tag)].map(([tag, leads]) => [tag, leads.length])),
    )
  })

  const named = (words: string) => (lead: SeededLead) => `${lead.address} ${lead.ownerName}`.includes(words)
  it.each([
    ['17 seeded', (lead: SeededLead) => /17/.test(`${lead.address} ${lead.ownerName}`)],
    ['SEEDED way', () => true],
    ['zoe', named('Zoë')],
    ['eeded', () => true],
    ['sons storm', () => false],
    ['דוגמה', named('דוגמה')],
    ["%' or 1=1 --", () => false],
  ])('is searched by parts of words of address and owner: %s', async (search, holds) => {
    const { leads, leadCounters } = await ask(testTenant.owner, list, { filter: { search }, first: 1000 })
    const expected = seeded.filter(holds).map(({ id }) => id)
    expect(leads.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual(expected.toReversed())
    expect(leadCounters.total).toBe(expected.length)
  })

  it('returns ids for a selection, and pages without gaps or duplicates', async () => {
    const ids = seeded.slice(5, 9).map(({ id }) => id)
    const { leads } = await ask(testTenant.owner, list, { filter: { ids: [...ids, randomUUID(), 'none'] } })
    expect(leads.totalCount).toBe(4)
    const seen: string[] = []
    for (let after: string | null = null; ;) {
      const page: ApiResponse['body'] = (await ask(testTenant.owner, list, { first: 50, after })).leads
      seen.push(...page.edges.map(({ node }: { node: { id: string } }) => node.id))
      if (!page.pageInfo.hasNextPage) break
      after = page.pageInfo.endCursor
    }
    expect(seen).toEqual(seeded.map(({ id }) => id).toReversed())
  })

  it("shows a rep their own leads, another tenant none, and the same by REST with 'tag', 'status' and 'limit'", async () => {
    expect((await ask(rep, list)).leads.totalCount).toBe(120)
    expect((await ask(colleague, list)).leads.totalCount).toBe(0)
    const foreign = await ask(otherTenant.owner, list, { filter: { ids: [seeded[0]!.id], search: 'seeded' } })
    expect([foreign.leads.totalCount, foreign.leadCounters.total, foreign.leadGroups, foreign.leadIds]).toEqual([
      0,
      0,
      [],
      [],
    ])
    const { body } = await rest(server.url, testTenant.owner.token, 'GET', '/leads?tag=storm&status=new&limit=3')
    const expected = seeded.filter(({ tag, status }) => tag === 'storm' && status === 'new')
    expect([body['data'].length, body['total']]).toEqual([3, expected.length])
    expect(body['data'][0]).toMatchObject({
      id: expected.at(-1)!.id,
      property: { address: expected.at(-1)!.address, owner_name: expected.at(-1)!.ownerName },
      tag: 'storm',
    })
    expect((await rest(server.url, testTenant.owner.token, 'GET', '/leads?tag=roof')).status).toBe(422)
    expect((await rest(server.url, testTenant.owner.token, 'GET', '/leads?status=gone')).status).toBe(400)
  })
})

describe('the order of the list', () => {
  const ordered = `query ($orderBy: LeadOrder, $filter: LeadFilter, $first: Int, $after: String) {
    leads(orderBy: $orderBy, filter: $filter, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } edges { node { id address ownerName tag priority status createdAt updatedAt rep { fullName } } } } }`
  interface Row {
    id: string
    address: string
    ownerName: string | null
    tag: string
    priority: string
    status: string
    createdAt: string
    updatedAt: string
    rep: { fullName: string }
  }

  async function readAll(orderBy: object, filter: object = {}): Promise<Row[]> {
    const rows: Row[] = []
    for (let after: string | null = null; ;) {
      const { leads } = await ask(testTenant.owner, ordered, { orderBy, filter, first: 37, after })
      rows.push(...leads.edges.map(({ node }: { node: Row }) => node))
      if (!leads.pageInfo.hasNextPage) return rows
      after = leads.pageInfo.endCursor
    }
  }

  /** Zero-padded, so that texts compare like the keys. Unknown owners are last. */
  const keys: Record<string, (row: Row) => string> = {
    CREATED_AT: ({ createdAt }) => createdAt,
    UPDATED_AT: ({ updatedAt }) => updatedAt,
    ADDRESS: ({ address }) =>
      `${address.replace(/^\d+ /, '').toLowerCase()} ${parseInt(address).toString().padStart(12, '0')}`,
    OWNER: ({ ownerName }) => ownerName?.toLowerCase() ?? '\u{10ffff}',
    TAG: ({ tag }) => tag,
    PRIORITY: ({ priority }) => `${['NORMAL', 'HIGH'].indexOf(priority)}`,
    STATUS: ({ status }) => `${['NEW', 'CONTACTED', 'COMPLETED'].indexOf(status)}`,
    REP: ({ rep }) => rep.fullName.toLowerCase(),
  }

  beforeAll(async () => {
    await seedLeads(fixture.ownerUrl, {
      tenantId: testTenant.tenantId,
      repId: colleague.id,
      count: 45,
      tag: 'tornado',
    })
  })

  it.each(Object.entries(keys))(
    'by %s is the same on every page, in both directions, with ties by id',
    async (field, keyOf) => {
      const ascending = await readAll({ field, direction: 'ASC' })
      expect(ascending).toHaveLength(165)
      const expected = ascending.toSorted(
        (one, other) =>
          Buffer.compare(Buffer.from(keyOf(one)), Buffer.from(keyOf(other))) || (one.id < other.id ? -1 : 1),
      )
      expect(ascending.map(keyOf)).toEqual(expected.map(keyOf))
      expect(ascending.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      expect((await readAll({ field, direction: 'DESC' })).map(({ id }) => id)).toEqual(
        ascending.map(({ id }) => id).toReversed(),
      )
    },
  )

  it('is combined with filters by rep and time, also by REST', async () => {
    const own = await readAll({ field: 'OWNER' }, { repId: colleague.id, search: 'seeded' })
    expect(own).toHaveLength(45)
    const from = '2026-01-01T00:10:00Z'
    const to = '2026-01-01T00:20:00Z'
    const between = await readAll({ field: 'ADDRESS' }, { repId: rep.id, createdFrom: from, createdTo: to })
    expect(between).toHaveLength(10)
    expect(between.every(({ createdAt }) => Date.parse(createdAt) >= Date.parse(from))).toBe(true)
    expect(between.every(({ createdAt }) => Date.parse(createdAt) < Date.parse(to))).toBe(true)
    const query = `rep_id=${rep.id}&created_from=${from}&created_to=${to}&order_by=address&direction=desc`
    const { body } = await rest(server.url, testTenant.owner.token, 'GET', `/leads?${query}`)
    expect(body['data'].map(({ id }: { id: string }) => id)).toEqual(between.map(({ id }) => id).toReversed())
    expect(body['total']).toBe(10)
    expect(await readAll({ field: 'TAG' }, { repId: 'nobody' })).toEqual([])
    expect((await rest(server.url, testTenant.owner.token, 'GET', '/leads?order_by=luck')).status).toBe(400)
  })

  it('refuses the cursor of another order', async () => {
    const { leads } = await ask(testTenant.owner, ordered, { orderBy: { field: 'STATUS' }, first: 1 })
    const after = leads.pageInfo.endCursor
    for (const field of ['OWNER', 'CREATED_AT', 'PRIORITY'])
      expect((await refusal(testTenant.owner, ordered, { orderBy: { field }, after }))[0]).toBe('BAD_USER_INPUT')
  })

  it('follows an owner that is corrected', async () => {
    const [last] = await readAll({ field: 'OWNER', direction: 'DESC' }, { repId: rep.id })
    const { lead } = await ask(testTenant.owner, 'query ($id: ID!) { lead(id: $id) { propertyId } }', { id: last!.id })
    await ask(
      testTenant.owner,
      'mutation ($id: ID!) { updateProperty(id: $id, input: { ownerName: "AAA Sample" }) { id } }',
      { id: lead.propertyId },
    )
    expect((await readAll({ field: 'OWNER' }))[0]!.id).toBe(last!.id)
  })
})

describe('the history of a lead', () => {
  const history = `query ($id: ID!) { lead(id: $id) { history(first: 10) {
    edges { node { kind outcome fromStatus toStatus tag actor { fullName } } } } } }`
  const kinds = async (person: TestUser, id: string) =>
    (await ask(person, history, { id })).lead.history.edges.map(({ node }: { node: { kind: string } }) => node.kind)

  it('has its events and the knocks at its door, newest first, and no other lead of the house', async () => {
    const door = testTenant.properties[0]![0]!
    const assign = (person: TestUser) =>
      ask(
        testTenant.owner,
        'mutation ($id: ID!, $to: ID!) { updateProperty(id: $id, input: { assignedTo: $to }) { id } }',
        { id: door, to: person.id },
      )
    const id = await create(rep, door, { tag: 'CONCRETE' })
    await create(rep, door, { tag: 'GUTTER' })
    await ask(rep, 'mutation ($id: ID!) { logKnock(input: { propertyId: $id, outcome: TALKED }) { eventId } }', {
      id: door,
    })
    await ask(rep, 'mutation ($id: ID!) { updateLead(id: $id, input: { status: CONTACTED, tag: STORM }) { id } }', {
      id,
    })
    const expected = ['LEAD_RETAGGED', 'LEAD_STATUS_CHANGED', 'KNOCKED', 'LEAD_CREATED']
    expect(await kinds(rep, id)).toEqual(expected)
    expect(await kinds(testTenant.owner, id)).toEqual(expected)
    expect((await refusal(colleague, history, { id }))[0]).toBe('NOT_FOUND')

    // The house goes to a colleague, whose knocks the rep does not see.
    await assign(colleague)
    await ask(
      colleague,
      'mutation ($id: ID!) { logKnock(input: { propertyId: $id, outcome: NOBODY_HOME }) { eventId } }',
      {
        id: door,
      },
    )
    expect(await kinds(rep, id)).toEqual(expected)
    expect(await kinds(testTenant.owner, id)).toEqual(['KNOCKED', ...expected])
    await assign(rep)
  })
})

describe('a lead', () => {
  it('changes from any status to any other; a completion counts once and is reversed where it was counted', async () => {
    const id = await create(rep, testTenant.properties[0]![0]!)
    const before = await figures()
    const set = async (status: string) =>
      (
        await ask(
          rep,
          'mutation ($id: ID!, $s: LeadStatus!) { updateLead(id: $id, input: { status: $s }) { status } }',
          { id, s: status },
        )
      ).updateLead.status
    for (const status of ['COMPLETED', 'NEW', 'CONTACTED', 'COMPLETED', 'COMPLETED'])
      expect(await set(status)).toBe(status)
    expect((await figures()).converted).toBe(before.converted + 1)
    const { rows } = await db.query(
      `select data->>'from' as "from", data->>'to' as "to", data->>'countedAt' as counted, occurred_at from activity_events
       where type = 'LeadStatusChanged' and data->>'leadId' = $1 order by position`,
      [id],
    )
    expect(rows.map(({ from, to }) => `${from}>${to}`)).toEqual([
      'new>completed',
      'completed>new',
      'new>contacted',
      'contacted>completed',
    ])
    expect(new Date(rows[1].counted)).toEqual(rows[0].occurred_at)
    expect(rows[0].counted).toBeNull()
    expect(await set('NEW')).toBe('NEW')
    expect((await figures()).converted).toBe(before.converted)
  })

  it('is reopened without an event of its completion, alone or with others, and no conversion is subtracted', async () => {
    const [one, ...others] = seeded.filter(({ status }) => status === 'completed').slice(-3)
    const before = await figures()
    expect((await rest(server.url, rep.token, 'PUT', `/leads/${one!.id}`, { status: 'contacted' })).status).toBe(200)
    const body = { lead_ids: others.map(({ id }) => id), status: 'new' }
    expect((await rest(server.url, rep.token, 'POST', '/leads/status', body)).body['data']).toEqual({ changed: 2 })
    expect((await figures()).converted).toBe(before.converted)
  })

  it("gets another tag, which moves the rep's count and is added to the property", async () => {
    const door = testTenant.properties[0]![1]!
    const before = await figures()
    const id = await create(rep, door, { tag: 'STORM' })
    const { body } = await rest(server.url, rep.token, 'PUT', `/leads/${id}`, { tag: 'concrete', status: 'contacted' })
    expect(body['data']).toMatchObject({ tag: 'concrete', status: 'contacted' })
    const after = await figures()
    expect(after.leads).toBe(before.leads + 1)
    expect(after.tags['CONCRETE'] ?? 0).toBe((before.tags['CONCRETE'] ?? 0) + 1)
    expect(after.tags['STORM'] ?? 0).toBe(before.tags['STORM'] ?? 0)
    const savedProperty = await rest(server.url, rep.token, 'GET', `/properties/${door}`)
    expect(savedProperty.body['data'].tags).toEqual(['storm', 'concrete'])
    expect((await rest(server.url, rep.token, 'PUT', `/leads/${id}`, { tag: 'roof' })).status).toBe(422)
    expect((await rest(server.url, rep.token, 'PUT', `/leads/${id}`, { status: 'gone' })).status).toBe(400)
  })

  it('is deleted by an admin only, and its counts are reversed', async () => {
    const before = await figures()
    const id = await create(rep, testTenant.properties[0]![2]!, { tag: 'TORNADO' })
    await rest(server.url, rep.token, 'PUT', `/leads/${id}`, { status: 'completed' })
    expect(await figures()).toMatchObject({ leads: before.leads + 1, converted: before.converted + 1 })
    expect((await rest(server.url, rep.token, 'DELETE', `/leads/${id}`)).status).toBe(403)
    expect((await rest(server.url, testTenant.owner.token, 'DELETE', `/leads/${id}`)).status).toBe(403)
    const deleted = await rest(server.url, admin.token, 'DELETE', `/leads/${id}`)
    expect([deleted.status, deleted.body['message']]).toEqual([200, 'Lead deleted'])
    expect(await figures()).toEqual(before)
    expect((await rest(server.url, admin.token, 'GET', `/leads/${id}`)).status).toBe(404)
    expect((await rest(server.url, admin.token, 'DELETE', `/leads/${id}`)).status).toBe(404)
  })

  it('cannot be changed by a colleague or another tenant', async () => {
    const [{ id }] = seeded as [SeededLead]
    for (const other of [colleague, otherTenant.owner, otherTenant.reps[0]!]) {
      expect((await rest(server.url, other.token, 'PUT', `/leads/${id}`, { status: 'contacted' })).status).toBe(404)
      expect((await refusal(other, `mutation { updateLead(id: "${id}", input: { tag: STORM }) { id } }`))[0]).toBe(
        'NOT_FOUND',
      )
      expect((await refusal(other, `mutation { retagLeads(ids: ["${id}"], tag: STORM) { changed } }`))[0]).toBe(
        'NOT_FOUND',
      )
      expect((await refusal(other, `mutation { deleteLead(id: "${id}") { message } }`))[0]).toMatch(
        /NOT_FOUND|FORBIDDEN/,
      )
    }
    expect((await db.query('select status from leads where id = $1', [id])).rows[0].status).toBe(seeded[0]!.status)
  })
})

describe('the status of several leads', () => {
  const setStatus =
    'mutation ($ids: [ID!]!, $status: LeadStatus!) { setLeadStatus(ids: $ids, status: $status) { changed } }'
  const statusesOf = async (ids: string[]) =>
    (await db.query('select status from leads where id = any($1::uuid[]) order by id', [ids])).rows.map(
      ({ status }: { status: string }) => status,
    )
  const countChanges = async (ids: string[]) =>
    (
      await db.query(
        `select count(*)::int as n from activity_events where type = 'LeadStatusChanged' and data->>'leadId' = any($1)`,
        [ids],
      )
    ).rows[0].n

  it('is set at once, with an event for each lead that changes, by GraphQL and REST', async () => {
    // Seeded leads that are completed have no event of their completion that could be reversed.
    const ids = seeded
      .filter(({ status }) => status !== 'completed')
      .slice(20, 50)
      .map(({ id }) => id)
    const [before, changesBefore] = [await figures(), await countChanges(ids)]
    const { changed } = (await ask(rep, setStatus, { ids: [...ids, ids[0]], status: 'COMPLETED' })).setLeadStatus
    expect([changed, await countChanges(ids)]).toEqual([30, changesBefore + 30])
    expect(new Set(await statusesOf(ids))).toEqual(new Set(['completed']))
    expect((await figures()).converted).toBe(before.converted + 30)
    const body = { lead_ids: ids, status: 'contacted' }
    const answer = await rest(server.url, testTenant.owner.token, 'POST', '/leads/status', body)
    expect([answer.status, answer.body['data']]).toEqual([200, { changed: 30 }])
    expect(new Set(await statusesOf(ids))).toEqual(new Set(['contacted']))
  })

  it('is set for all or none', async () => {
    const ids = seeded.slice(0, 3).map(({ id }) => id)
    const before = await statusesOf(ids)
    for (const [person, chosen] of [
      [rep, [...ids, randomUUID()]],
      [rep, [...ids, 'nonsense']],
      [colleague, ids],
      [otherTenant.owner, ids],
    ] as const)
      expect((await refusal(person, setStatus, { ids: chosen, status: 'COMPLETED' }))[0]).toBe('NOT_FOUND')
    expect(await refusal(rep, setStatus, { ids: [], status: 'NEW' })).toEqual(['BAD_USER_INPUT', 'Please select leads'])
    const tooMany = Array.from({ length: 1001 }, () => randomUUID())
    expect(await refusal(rep, setStatus, { ids: tooMany, status: 'NEW' })).toEqual([
      'BAD_USER_INPUT',
      'Choose at most 1,000 leads at once.',
    ])
    expect(await statusesOf(ids)).toEqual(before)
  })
})

describe('the priority of several leads', () => {
  const setPriority =
    'mutation ($ids: [ID!]!, $priority: Priority!) { setLeadPriority(ids: $ids, priority: $priority) { changed } }'
  const prioritiesOf = async (ids: string[]) =>
    (
      await db.query(`select priority, template_data->>'priority' as letter from leads where id = any($1::uuid[])`, [
        ids,
      ])
    ).rows as { priority: string; letter: string }[]

  it('is set at once, with an event for each lead that changes, by GraphQL and REST', async () => {
    const chosen = seeded.slice(60, 80)
    const ids = chosen.map(({ id }) => id)
    const low = chosen.filter(({ priority }) => priority === 'normal').length
    const answer = await rest(server.url, testTenant.owner.token, 'POST', '/leads/priority', {
      lead_ids: ids,
      priority: 'high',
    })
    expect([answer.status, answer.body['data']]).toEqual([200, { changed: low }])
    expect((await prioritiesOf(ids)).every(({ priority }) => priority === 'high')).toBe(true)
    expect((await ask(rep, setPriority, { ids, priority: 'NORMAL' })).setLeadPriority.changed).toBe(20)
    expect(
      (await prioritiesOf(ids)).every(({ priority, letter }) => priority === 'normal' && letter === 'normal'),
    ).toBe(true)
    const { rows } = await db.query(
      `select data->>'from' as "from", data->>'priority' as "to" from activity_events
       where type = 'LeadPriorityChanged' and data->>'leadId' = any($1)`,
      [ids],
    )
    expect(rows.filter(({ from, to }) => from === 'normal' && to === 'high')).toHaveLength(low)
    expect(rows.filter(({ from, to }) => from === 'high' && to === 'normal')).toHaveLength(20)
    const history =
      'query ($id: ID!) { lead(id: $id) { version history(first: 1) { edges { node { kind priority } } } } }'
    const { lead } = await ask(rep, history, { id: ids[0] })
    expect(lead.history.edges[0].node).toEqual({ kind: 'LEAD_PRIORITY_CHANGED', priority: 'NORMAL' })
    expect(lead.version).toBeGreaterThan(1)
  })

  it('is set for all or none, and not by others', async () => {
    const ids = seeded.slice(0, 3).map(({ id }) => id)
    const before = await prioritiesOf(ids)
    for (const [person, chosen] of [
      [rep, [...ids, randomUUID()]],
      [colleague, ids],
      [otherTenant.owner, ids],
    ] as const)
      expect((await refusal(person, setPriority, { ids: chosen, priority: 'HIGH' }))[0]).toBe('NOT_FOUND')
    expect(await refusal(rep, setPriority, { ids: [], priority: 'HIGH' })).toEqual([
      'BAD_USER_INPUT',
      'Please select leads',
    ])
    expect(await prioritiesOf(ids)).toEqual(before)
  })
})

describe('several leads', () => {
  const retag = 'mutation ($ids: [ID!]!, $tag: PropertyType!) { retagLeads(ids: $ids, tag: $tag) { changed } }'

  it('are retagged together, unknown ids are skipped, and subscribers are notified', async () => {
    const chosen = seeded.slice(0, 40)
    const ids = [...chosen.map(({ id }) => id), randomUUID(), 'nonsense']
    const expected = chosen.filter(({ tag }) => tag !== 'shingle').length
    const watcher = { url: server.url, token: testTenant.owner.token }
    const retagged = await changeWatched(watcher, 'leadsChanged', () =>
      ask(testTenant.owner, retag, { ids, tag: 'SHINGLE' }),
    )
    expect(retagged.retagLeads).toEqual({ changed: expected })
    expect((await ask(testTenant.owner, retag, { ids, tag: 'SHINGLE' })).retagLeads).toEqual({ changed: 0 })
    const { rows } = await db.query(
      `select count(*)::int as n from activity_events where type = 'LeadRetagged' and data->>'tag' = 'shingle'`,
    )
    expect(rows[0].n).toBe(expected)
  })

  it("are not retagged without a selection, with the specification's message", async () => {
    expect(await refusal(testTenant.owner, retag, { ids: [], tag: 'STORM' })).toEqual([
      'BAD_USER_INPUT',
      'Please select leads and choose a new tag',
    ])
    expect((await refusal(testTenant.owner, retag, { ids: [randomUUID()], tag: 'STORM' }))[0]).toBe('NOT_FOUND')
  })

  it('leave metrics that a rebuild reproduces', async () => {
    // Seeded leads have no events, so deleting them makes counts negative, in the live projection and in a rebuild
    // alike.
    const read = async () =>
      (
        await db.query(
          `select 'h' as of, hour, rep_id, null as tag, leads, conversions from rep_hours where tenant_id = $1
           union all select 't', hour, rep_id, tag, leads, 0 from rep_tag_hours where tenant_id = $1 order by 1, 2, 3, 4`,
          [testTenant.tenantId],
        )
      ).rows
    const before = await read()
    expect(before.length).toBeGreaterThan(5)
    await rebuildProjections(db, testTenant.tenantId)
    expect(await read()).toEqual(before)
  })
})
