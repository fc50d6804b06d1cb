import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { rest } from '../support/client.ts'
import { createLeadsFixture, updateLead } from '../support/leadsFixture.ts'

const fixture = await createLeadsFixture({ propertiesPerRep: 2 })
const { execute: ask, refusal, create, readLead, readHistory, eventsOf, server, db, rep, owner, admin } = fixture
const { testTenant: tenant, otherTenant: foreign } = fixture
afterAll(() => fixture.teardown())

const door = (n: number) => tenant.properties[0]![n]!

describe('stages', () => {
  const setStages = `mutation ($stages: [LeadStageInput!]!) { setLeadStages(stages: $stages) { id name color } }`
  const setStage = `mutation ($ids: [ID!]!, $stage: ID) { setLeadStage(ids: $ids, stageId: $stage) { changed } }`

  it('are those of one of two requests at once, not of both', async () => {
    const stages = [
      { name: 'Quoted', color: 'PLUM' },
      { name: 'Scheduled', color: 'TEAL' },
    ]
    await Promise.all(Array.from({ length: 10 }, () => ask(foreign.owner, setStages, { stages })))
    const saved = (await ask(foreign.owner, '{ leadStages { name } }')).leadStages
    expect(saved).toEqual([{ name: 'Quoted' }, { name: 'Scheduled' }])
    await ask(foreign.owner, setStages, { stages: [] })
  })

  it('are set by an owner or admin, in their order, and a removed one leaves its leads', async () => {
    expect((await ask(rep, '{ leadStages { id } }')).leadStages).toEqual([])
    const stages = [
      { name: 'Quoted', color: 'PLUM' },
      { name: 'Scheduled', color: 'TEAL' },
    ]
    expect((await refusal(rep, setStages, { stages }))[0]).toBe('FORBIDDEN')
    const [quoted, scheduled] = (await ask(admin, setStages, { stages })).setLeadStages
    const lead = await create(rep, door(0))
    expect((await ask(rep, setStage, { ids: [lead], stage: quoted.id })).setLeadStage.changed).toBe(1)
    expect(await readLead(rep, lead)).toMatchObject({ status: 'CONTACTED', stage: { name: 'Quoted', color: 'PLUM' } })
    await ask(rep, setStage, { ids: [lead], stage: scheduled.id })

    const found = await ask(owner, 'query ($filter: LeadFilter) { leadIds(filter: $filter) }', {
      filter: { stageId: scheduled.id },
    })
    expect(found.leadIds).toEqual([lead])
    const without = await rest(server.url, owner.token, 'GET', '/leads?status=contacted&without_stage=true&limit=100')
    expect(without.body['data'].map(({ id }: { id: string }) => id)).not.toContain(lead)
    const put = (body: object, person = owner) => rest(server.url, person.token, 'PUT', '/leads/stages', body)
    const kept = {
      stages: [
        { id: quoted.id, name: 'Price sent', color: 'warn' },
        { name: 'Financing', color: 'info' },
      ],
    }
    expect((await put(kept)).body['data']).toMatchObject([{ id: quoted.id, name: 'Price sent' }, { name: 'Financing' }])
    expect(await readLead(rep, lead)).toMatchObject({ status: 'CONTACTED', stage: null })
    const again = await ask(owner, 'query ($filter: LeadFilter) { leadIds(filter: $filter) }', {
      filter: { status: 'CONTACTED', withoutStage: true },
    })
    expect(again.leadIds).toContain(lead)
    expect((await ask(rep, '{ leadStages { name } }')).leadStages).toEqual([
      { name: 'Price sent' },
      { name: 'Financing' },
    ])
    expect((await ask(foreign.owner, '{ leadStages { name } }')).leadStages).toEqual([])
    expect((await readHistory(rep, lead)).map(({ kind }: { kind: string }) => kind)).toEqual([
      'LEAD_STAGE_CHANGED',
      'LEAD_STAGE_CHANGED',
      'LEAD_STAGE_CHANGED',
      'LEAD_STATUS_CHANGED',
      'LEAD_CREATED',
    ])
    const { rows } = await db.query(
      `select count(*)::int as n from activity_events where tenant_id = $1 and type = 'LeadStagesSet'`,
      [tenant.tenantId],
    )
    expect(rows[0].n).toBe(2)
    // Saving the same stages again is no event.
    const saved = (await ask(owner, '{ leadStages { id name color } }')).leadStages
    expect((await ask(owner, setStages, { stages: saved })).setLeadStages).toEqual(saved)
    const { rows: afterwards } = await db.query(
      `select count(*)::int as n from activity_events where tenant_id = $1 and type = 'LeadStagesSet'`,
      [tenant.tenantId],
    )
    expect(afterwards[0].n).toBe(2)

    const refused = [
      [{ name: '', color: 'info' }],
      [{ name: 'x'.repeat(41), color: 'info' }],
      [
        { name: 'One', color: 'info' },
        { name: 'one ', color: 'bad' },
      ],
      Array.from({ length: 13 }, (_, n) => ({ name: `Stage ${n}`, color: 'info' })),
    ]
    for (const list of refused) expect((await put({ stages: list })).status).toBe(422)
    const tooLong = await put({ stages: [{ name: '犬'.repeat(41), color: 'info' }] })
    expect(tooLong.body['detail']).toBe('The name of each stage has at most 40 characters.')
    const names = ['🐕'.repeat(40), 'موعد محدد', 'פגישה', 'नियत', '予約済み', 'Größe']
    const stagesWithNames = [...saved, ...names.map((name) => ({ name, color: 'INFO' }))]
    const { setLeadStages } = await ask(owner, setStages, { stages: stagesWithNames })
    expect(setLeadStages.slice(saved.length).map(({ name }: { name: string }) => name)).toEqual(names)
    await ask(owner, setStages, { stages: saved })
    expect((await put({ stages: [{ id: randomUUID(), name: 'Other', color: 'info' }] })).status).toBe(404)
    expect((await put({ stages: [{ id: quoted.id, name: 'Theirs', color: 'info' }] }, foreign.owner)).status).toBe(404)
    expect((await put({ stages: [{ name: 'One', color: 'pink' }] })).status).toBe(400)
  })

  it('mean contacted: another status clears them, and metrics see only the three statuses', async () => {
    const [{ id: stage }] = (await ask(owner, '{ leadStages { id } }')).leadStages
    const ids = [await create(rep, door(0)), await create(rep, door(1))]
    await ask(rep, updateLead, { id: ids[0], input: { status: 'COMPLETED' } })
    const before = (await ask(owner, '{ leadCounters { completed } }')).leadCounters.completed
    expect((await refusal(rep, setStage, { ids: [...ids, randomUUID()], stage }))[0]).toBe('NOT_FOUND')
    expect((await refusal(rep, setStage, { ids, stage: randomUUID() }))[0]).toBe('NOT_FOUND')
    expect((await refusal(foreign.owner, setStage, { ids, stage }))[0]).toBe('NOT_FOUND')
    expect((await readLead(rep, ids[1]!)).status).toBe('NEW')
    const { body } = await rest(server.url, rep.token, 'POST', '/leads/stage', { lead_ids: ids, stage_id: stage })
    expect(body['data']).toEqual({ changed: 2 })
    expect((await ask(owner, '{ leadCounters { completed } }')).leadCounters.completed).toBe(before - 1)
    expect((await eventsOf('LeadStatusChanged', [ids[0]!])).map(({ to }) => to)).toEqual(['completed', 'contacted'])

    await ask(rep, updateLead, { id: ids[0], input: { status: 'COMPLETED' } })
    expect(await readLead(rep, ids[0]!)).toMatchObject({ status: 'COMPLETED', stage: null })
    await ask(rep, setStage, { ids: [ids[1]!], stage: null })
    expect(await readLead(rep, ids[1]!)).toMatchObject({ status: 'CONTACTED', stage: null })
    expect((await eventsOf('LeadStageChanged', ids)).map(({ from, to }) => [from, to])).toEqual(
      expect.arrayContaining([
        [null, stage],
        [stage, null],
      ]),
    )
  })
})

it('leaves the log and its projections intact', async () => {
  expect((await verifyLog(fixture.db, tenant.tenantId)).faults).toEqual([])
})
