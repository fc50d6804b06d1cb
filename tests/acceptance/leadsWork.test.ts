import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { graphql, rest } from '../support/client.ts'
import { createLeadsFixture, leadQuery, updateLead } from '../support/leadsFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

const fixture = await createLeadsFixture({ propertiesPerRep: 10 })
const {
  execute: ask,
  refusal,
  create,
  readLead,
  readHistory,
  eventsOf,
  server,
  db,
  rep,
  colleague,
  owner,
  admin,
} = fixture
const { testTenant: tenant, otherTenant: foreign } = fixture
afterAll(() => fixture.teardown())

const door = (n: number, of = 0) => tenant.properties[of]![n]!
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe('the work on a lead', () => {
  it('is entered with the lead, changed field by field and cleared with null, by GraphQL and REST', async () => {
    const id = await create(owner, door(0), {
      assignedTo: rep.id,
      followUpAt: '2026-12-01T15:30:00Z',
      value: 12_500.5,
      source: '  Referral ',
      contactName: 'Sample Tenant of the house',
      contactPhone: '(555) 0100-123',
      contactEmail: 'contact@sample.example',
    })
    const created = await readLead(rep, id)
    expect(created).toMatchObject({
      assignedTo: { id: rep.id },
      stage: null,
      followUpAt: '2026-12-01T15:30:00.000Z',
      value: 12_500.5,
      source: 'Referral',
      contactPhone: '(555) 0100-123',
      version: 1,
    })
    await ask(owner, updateLead, { id, input: { value: 900, contactEmail: null, priority: 'HIGH' } })
    const changed = await readLead(rep, id)
    expect(changed).toMatchObject({ value: 900, contactEmail: null, source: 'Referral', version: 2 })
    expect(changed.updatedAt > created.updatedAt).toBe(true)

    const cleared = { assigned_to: null, follow_up_at: null, value: null, source: null, contact_name: null }
    const { status, body } = await rest(server.url, owner.token, 'PUT', `/leads/${id}`, cleared)
    expect(status).toBe(200)
    expect(body['data']).toMatchObject({ ...cleared, contact_phone: '(555) 0100-123', priority: 'high' })
    const unchanged = await rest(server.url, owner.token, 'PUT', `/leads/${id}`, { value: null, status: null })
    expect(unchanged.body['data'].version).toBe(body['data'].version)

    expect(await readHistory(owner, id)).toMatchObject([
      { kind: 'LEAD_ASSIGNED', assignedTo: null },
      { kind: 'LEAD_EDITED', fields: ['followUpAt', 'value', 'source', 'contactName'] },
      { kind: 'LEAD_EDITED', fields: ['value', 'contactEmail'] },
      { kind: 'LEAD_PRIORITY_CHANGED' },
      { kind: 'LEAD_ASSIGNED', assignedTo: { id: rep.id } },
      { kind: 'LEAD_CREATED' },
    ])
    // The log is never edited, so it has no personal data.
    const { rows } = await db.query(`select data::text from activity_events where data->>'leadId' = $1`, [id])
    expect(rows.map(({ data }) => data).join()).not.toMatch(/Referral|Sample Tenant|0100-123|sample\.example/)
  })

  it.each([
    [{ value: -1 }, 'value'],
    [{ value: 10_000_000.01 }, 'value'],
    [{ value: 1.005 }, 'value'],
    [{ contactPhone: 'call me' }, 'contact_phone'],
    [{ contactEmail: 'nobody' }, 'contact_email'],
    [{ followUpAt: '1066-10-14T09:00:00Z' }, 'follow_up_at'],
    [{ source: 'x'.repeat(101) }, 'source'],
    [{ contactName: 'x'.repeat(201) }, 'contact_name'],
    [{ assignedTo: '00000000-0000-7000-8000-000000000000' }, 'assigned_to'],
  ])('refuses %j and names the field', async (input, field) => {
    const id = await create(owner, door(0))
    const { errors } = await graphql(server.url, owner.token, updateLead, { id, input })
    expect(errors[0].extensions.code).toMatch(/REFUSED|MALFORMED|UNPROCESSABLE|BAD_USER_INPUT/)
    const inRest = Object.entries(input).map(([name, value]) => [snakeCase(name), value])
    const { status, body } = await rest(server.url, owner.token, 'PUT', `/leads/${id}`, Object.fromEntries(inRest))
    expect([400, 422]).toContain(status)
    expect(Object.keys(body['errors'])).toEqual([field])
    expect((await readLead(owner, id)).version).toBe(1)
  })

  it('names the version it is based on, and gets the fields that are saved now', async () => {
    const id = await create(owner, door(0), { value: 10 })
    const { errors } = await graphql(server.url, owner.token, updateLead, { id, input: { value: 20, ifVersion: 7 } })
    expect(errors[0].extensions).toMatchObject({ code: 'CONFLICT', current: { value: 10, source: null, version: 1 } })
  })
})

describe('the assignee', () => {
  it('sees the lead, may work on it and finds it in the list; another rep and another tenant do not', async () => {
    const id = await create(owner, door(1, 1))
    expect((await refusal(rep, leadQuery, { id }))[0]).toBe('NOT_FOUND')
    const assign = 'mutation ($ids: [ID!], $to: ID) { assignLeads(ids: $ids, userId: $to) { changed } }'
    expect((await ask(owner, assign, { ids: [id], to: rep.id })).assignLeads.changed).toBe(1)
    expect((await ask(owner, assign, { ids: [id], to: rep.id })).assignLeads.changed).toBe(0)

    expect((await readLead(rep, id)).assignedTo.id).toBe(rep.id)
    const list =
      'query ($filter: LeadFilter) { leads(filter: $filter) { totalCount edges { node { id } } } leadIds(filter: $filter) }'
    const found = await ask(rep, list, { filter: { assignedTo: rep.id } })
    expect([found.leads.totalCount, found.leads.edges[0].node.id, found.leadIds]).toEqual([1, id, [id]])
    await ask(rep, updateLead, {
      id,
      input: { status: 'CONTACTED', tag: 'GUTTER', followUpAt: '2026-12-24T10:00:00Z' },
    })
    await ask(rep, 'mutation ($id: ID!) { setLeadStatus(ids: [$id], status: NEW) { changed } }', { id })
    const action = { id: randomUUID(), kind: 'STATUS', status: { leadId: id, status: 'CONTACTED' } }
    const { sync } = await ask(
      rep,
      'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { outcome message } }',
      { actions: [action] },
    )
    expect(sync).toEqual([{ outcome: 'APPLIED', message: null }])

    const [, other] = tenant.reps as [TestUser, TestUser]
    const elsewhere = await create(owner, door(2))
    for (const stranger of [other, foreign.owner, foreign.reps[0]!])
      expect((await refusal(stranger, updateLead, { id: elsewhere, input: { value: 1 } }))[0]).toBe('NOT_FOUND')
    expect((await refusal(rep, updateLead, { id, input: { assignedTo: colleague.id } }))[0]).toBe('FORBIDDEN')
    expect((await refusal(rep, assign, { ids: [id], to: null }))[0]).toBe('FORBIDDEN')
    expect((await ask(owner, assign, { ids: [id], to: null })).assignLeads.changed).toBe(1)
    expect((await refusal(rep, leadQuery, { id }))[0]).toBe('NOT_FOUND')
    expect((await eventsOf('LeadAssigned', [id])).map(({ from, to }) => [from, to])).toEqual([
      [null, rep.id],
      [rep.id, null],
    ])
  })

  it('is set for many leads, all or none, and for all that match a filter', async () => {
    const ids = await Promise.all([3, 4, 5].map((n) => create(owner, door(n), { source: 'bulk' })))
    const call = (body: object, person = owner) => rest(server.url, person.token, 'POST', '/leads/assign', body)
    const unknown = await call({ lead_ids: [...ids, randomUUID()], assigned_to: rep.id })
    expect(unknown.status).toBe(404)
    const stranger = await call({ lead_ids: ids, assigned_to: foreign.reps[0]!.id })
    expect([stranger.status, stranger.body['detail']]).toEqual([422, 'Choose an active member of this team.'])
    expect(await eventsOf('LeadAssigned', ids)).toEqual([])
    expect((await call({ lead_ids: [], assigned_to: rep.id })).status).toBe(422)
    expect((await call({ assigned_to: rep.id })).status).toBe(422)
    expect((await call({ lead_ids: ids, filter: {}, assigned_to: rep.id })).status).toBe(422)
    const many = Array.from({ length: 1_001 }, () => randomUUID())
    expect((await call({ lead_ids: many, assigned_to: rep.id })).body['detail']).toBe(
      'Choose at most 1,000 leads at once.',
    )
    expect((await call({ lead_ids: ids, assigned_to: rep.id }, foreign.owner)).status).toBe(404)

    expect((await call({ lead_ids: [ids[0]], assigned_to: rep.id })).body['data']).toEqual({ changed: 1 })
    const nobodys = await call({ filter: { unassigned: 'true', property_id: door(4) }, assigned_to: colleague.id })
    expect(nobodys.body['data'].changed).toBe(1)
    const list = await rest(server.url, owner.token, 'GET', `/leads?assigned_to=${colleague.id}`)
    expect(list.body['data'].map(({ id }: { id: string }) => id)).toEqual([ids[1]])
    const empty = await rest(server.url, owner.token, 'GET', '/leads?assigned_to=none')
    expect(empty.body['total']).toBe(0)
    expect(await eventsOf('LeadAssigned', ids)).toHaveLength(2)
  })

  it('is set for many properties, all or none, and for all that match a filter', async () => {
    const ids = [door(6), door(7)]
    const assign = `mutation ($ids: [ID!], $filter: PropertyFilter, $to: ID) {
      assignProperties(ids: $ids, filter: $filter, userId: $to) { changed } }`
    expect((await refusal(owner, assign, { ids: [...ids, foreign.properties[0]![0]], to: colleague.id }))[0]).toBe(
      'NOT_FOUND',
    )
    expect((await refusal(rep, assign, { ids, to: rep.id }))[0]).toBe('FORBIDDEN')
    expect((await ask(owner, assign, { ids, to: colleague.id })).assignProperties.changed).toBe(2)
    const body = { filter: { assigned_to: colleague.id, search: '7 Sample' }, assigned_to: rep.id }
    const { status, body: answer } = await rest(server.url, admin.token, 'POST', '/properties/assign', body)
    expect([status, answer['data'].changed > 0]).toEqual([200, true])
    const { rows } = await db.query(
      `select subject_id as id, data->>'from' as "from", data->>'to' as "to" from activity_events
       where type = 'PropertyAssigned' and subject_id = any($1::uuid[]) order by position`,
      [ids],
    )
    expect(rows.filter(({ id }) => id === door(6))).toEqual([
      { id: door(6), from: rep.id, to: colleague.id },
      { id: door(6), from: colleague.id, to: rep.id },
    ])
    await ask(owner, assign, { ids, to: rep.id })
  })
})

describe('the list', () => {
  it('is filtered by follow-up, neighborhood and assignee, and ordered by assignee, follow-up and value', async () => {
    const day = (n: number) => `2027-03-0${n}T12:00:00.000Z`
    const ids = [
      await create(owner, door(8), { followUpAt: day(2), value: 10, assignedTo: colleague.id }),
      await create(owner, door(8), { followUpAt: day(1), value: 30 }),
      await create(owner, door(8), { assignedTo: rep.id }),
    ]
    const list = `query ($filter: LeadFilter, $orderBy: LeadOrder, $first: Int, $after: String) {
      leads(filter: $filter, orderBy: $orderBy, first: $first, after: $after) { pageInfo { endCursor hasNextPage } edges { node { id } } } }`
    const idsOf = async (filter: object, orderBy: object = { field: 'CREATED_AT', direction: 'ASC' }) => {
      const found: string[] = []
      for (let after: string | null = null; ;) {
        const { leads } = await ask(owner, list, {
          filter: { propertyId: door(8), ...filter },
          orderBy,
          first: 1,
          after,
        })
        found.push(...leads.edges.map(({ node }: { node: { id: string } }) => node.id))
        if (!leads.pageInfo.hasNextPage) return found.map((id) => ids.indexOf(id))
        after = leads.pageInfo.endCursor
      }
    }
    expect(await idsOf({ followUpFrom: day(2) })).toEqual([0])
    expect(await idsOf({ followUpFrom: day(1), followUpTo: day(2) })).toEqual([1])
    expect(await idsOf({ unassigned: true })).toEqual([1])
    expect(await idsOf({ neighborhood: 'Sample Park' })).toEqual([0, 1, 2])
    expect(await idsOf({ neighborhood: 'Elsewhere' })).toEqual([])
    expect(await idsOf({}, { field: 'FOLLOW_UP' })).toEqual([1, 0, 2])
    expect(await idsOf({}, { field: 'FOLLOW_UP', direction: 'DESC' })).toEqual([2, 0, 1])
    expect(await idsOf({}, { field: 'VALUE' })).toEqual([1, 0, 2])
    expect(await idsOf({}, { field: 'VALUE', direction: 'ASC' })).toEqual([2, 0, 1])
    expect(await idsOf({}, { field: 'ASSIGNEE' })).toEqual([2, 0, 1])
    expect(await idsOf({}, { field: 'ASSIGNEE', direction: 'DESC' })).toEqual([1, 0, 2])
    const path = `/leads?property_id=${door(8)}&order_by=follow_up&follow_up_from=${day(1)}`
    const { body } = await rest(server.url, owner.token, 'GET', path)
    expect(body['data'].map(({ id }: { id: string }) => ids.indexOf(id))).toEqual([1, 0])
  })
})

describe('notes', () => {
  it('have an author and a time, newest first, and are added once with a client-made id', async () => {
    const lead = await create(rep, door(9))
    const add = `mutation ($lead: ID!, $text: String!, $id: ID) {
      addLeadNote(leadId: $lead, text: $text, id: $id) { id text createdAt author { id } } }`
    const id = randomUUID()
    const first = (await ask(rep, add, { lead, text: ' Asks for a price. ', id })).addLeadNote
    expect(first).toMatchObject({ id, text: 'Asks for a price.', author: { id: rep.id } })
    expect((await ask(rep, add, { lead, text: 'Asks for a price.', id })).addLeadNote).toEqual(first)
    expect((await refusal(rep, add, { lead, text: 'Something else.', id }))[0]).toBe('CONFLICT')
    const posted = await rest(server.url, owner.token, 'POST', `/leads/${lead}/notes`, { text: 'Sent a quote.' })
    expect([posted.status, posted.body['data']]).toMatchObject([201, { lead_id: lead, author_id: owner.id }])
    const again = { id: randomUUID(), text: 'Third.' }
    await rest(server.url, owner.token, 'POST', `/leads/${lead}/notes`, again)
    const replayed = await rest(server.url, owner.token, 'POST', `/leads/${lead}/notes`, again)
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([201, 'true'])

    const query = `query ($id: ID!, $after: String) { lead(id: $id) {
      notes(first: 2, after: $after) { pageInfo { hasNextPage endCursor } edges { node { text } } } } }`
    const { notes } = (await ask(rep, query, { id: lead })).lead
    expect(notes.edges.map(({ node }: { node: { text: string } }) => node.text)).toEqual(['Third.', 'Sent a quote.'])
    const rest2 = (await ask(rep, query, { id: lead, after: notes.pageInfo.endCursor })).lead.notes
    expect(rest2).toMatchObject({ pageInfo: { hasNextPage: false }, edges: [{ node: { text: 'Asks for a price.' } }] })
    const listed = await rest(server.url, rep.token, 'GET', `/leads/${lead}/notes?limit=1&offset=1`)
    expect([listed.body['total'], listed.body['data'][0].text]).toEqual([3, 'Sent a quote.'])
    expect(await readHistory(rep, lead)).toMatchObject([
      { kind: 'LEAD_NOTE_ADDED', note: 'Third.' },
      { kind: 'LEAD_NOTE_ADDED', note: 'Sent a quote.' },
      { kind: 'LEAD_NOTE_ADDED', note: 'Asks for a price.' },
      { kind: 'LEAD_CREATED' },
    ])
    expect(JSON.stringify(await eventsOf('LeadNoteAdded', [lead]))).not.toContain('price')
  })

  it('are refused when empty, too long, or of a lead that the caller may not see', async () => {
    const lead = await create(owner, door(9, 1))
    const call = (person: TestUser, text: string) =>
      rest(server.url, person.token, 'POST', `/leads/${lead}/notes`, { text })
    expect((await call(owner, '  ')).status).toBe(422)
    expect((await call(owner, 'x'.repeat(2_001))).status).toBe(400)
    for (const stranger of [rep, foreign.owner]) {
      expect((await call(stranger, 'Hello')).status).toBe(404)
      expect((await rest(server.url, stranger.token, 'GET', `/leads/${lead}/notes`)).status).toBe(404)
    }
    expect(await eventsOf('LeadNoteAdded', [lead])).toEqual([])
  })
})

it('leaves the log and its projections intact', async () => {
  expect((await verifyLog(fixture.db, tenant.tenantId)).faults).toEqual([])
})
