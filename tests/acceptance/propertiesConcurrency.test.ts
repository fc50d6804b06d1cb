import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiResponse, rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

const team = await createServerFixture()
const { owner, rep, colleague } = team
const { tenantId } = team.world
afterAll(() => team.teardown())

let house: Record<string, Json>
beforeEach(async () => {
  house = await team.saveProperty(rep)
})

/** What is answered to a request that meets a transaction of another process, which ends once the request waits for it. */
async function meeting(hold: string, values: unknown[], ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
  await team.db.query('begin')
  await team.db.query(hold, values)
  let answered = false
  const answer = ask().finally(() => (answered = true))
  while (!answered && !(await isWaitedFor())) await sleep(5)
  await team.db.query('commit')
  return answer
}

async function isWaitedFor(): Promise<boolean> {
  const { rows } = await team.db.query(
    'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
  )
  return rows.length > 0
}

async function events(type: string): Promise<Json[]> {
  const { rows } = await team.db.query(
    'select data from activity_events where tenant_id = $1 and subject_id = $2 and type = $3 order by position',
    [tenantId, house['id'], type],
  )
  return rows.map(({ data }) => data)
}

const call = (person: { token: string }, method: string, path: string, body?: object) =>
  rest(team.server.url, person.token, method, path, body)

describe('a house that is deleted', () => {
  const gone = 'delete from properties where id = $1'

  it('waits for a lead that is being made there, and takes it back', async () => {
    const leadId = randomUUID()
    const { status } = await meeting(
      `insert into leads (tenant_id, id, property_id, tag, priority, rep_id) values ($1, $2, $3, 'storm', 'normal', $4)`,
      [tenantId, leadId, house['id'], rep.id],
      () => call(owner, 'DELETE', `/properties/${house['id']}`),
    )
    expect(status).toBe(200)
    expect(await events('LeadDeleted')).toMatchObject([{ leadId }])
  })

  it('cannot take a lead with it that nobody took back', async () => {
    expect((await call(rep, 'POST', '/leads', { property_id: house['id'], tag: 'storm' })).status).toBe(201)
    await expect(team.db.query(gone, [house['id']])).rejects.toThrow('violates foreign key')
  })

  it.each<[string, () => Promise<ApiResponse>]>([
    ['a lead', () => call(rep, 'POST', '/leads', { property_id: house['id'], tag: 'storm' })],
    ['tags', () => call(rep, 'PUT', `/properties/${house['id']}`, { tags: ['storm', 'gutter'] })],
    ['notes', () => call(rep, 'PUT', `/properties/${house['id']}`, { notes: 'Ring twice' })],
    ['a knock', () => call(rep, 'POST', '/crm/door-knocks', { property_id: house['id'], outcome: 'talked' })],
    ['another who deletes it', () => call(owner, 'DELETE', `/properties/${house['id']}`)],
  ])('is unknown to %s that comes at the same time', async (_, ask) => {
    const { status, body } = await meeting(gone, [house['id']], ask)
    expect([status, body['detail']]).toEqual([404, 'Property not found'])
  })

  it('leaves the doors of the round, and who asks again about a knock is answered as before', async () => {
    const round = (await call(rep, 'POST', '/crm/door-knock-session/start', {})).body['data']
    const knock = { property_id: house['id'], outcome: 'interested', event_id: randomUUID(), session_id: round.id }
    const first = await call(rep, 'POST', '/crm/door-knocks', knock)
    expect(first.body['data']).toMatchObject({ replayed: false, property_status: 'interested' })
    expect((await call(owner, 'DELETE', `/properties/${house['id']}`)).status).toBe(200)
    const again = await call(rep, 'POST', '/crm/door-knocks', knock)
    expect([again.status, again.body['data']]).toEqual([201, { ...first.body['data'], replayed: true }])
    expect((await call(rep, 'POST', '/crm/door-knocks', { ...knock, event_id: randomUUID() })).status).toBe(404)
    expect((await call(colleague, 'POST', '/crm/door-knocks', knock)).status).toBe(404)
    const ended = await call(rep, 'PUT', `/crm/door-knock-session/${round.id}/end`, {})
    expect(ended.body['data'].doors).toBe(1)
  })
})

describe('a house that is given to somebody', () => {
  it('is told from whom, also when two give it away at once', async () => {
    const { body } = await meeting(
      'update properties set assigned_to = $2 where id = $1',
      [house['id'], colleague.id],
      () => call(owner, 'PUT', `/properties/${house['id']}`, { assigned_to: rep.id }),
    )
    expect(body['data'].assigned_to).toBe(rep.id)
    expect(await events('PropertyAssigned')).toMatchObject([{ from: colleague.id, to: rep.id }])
  })

  it('is not changed any more by whose it was', async () => {
    const { status } = await meeting(
      'update properties set assigned_to = $2 where id = $1',
      [house['id'], colleague.id],
      () => call(rep, 'PUT', `/properties/${house['id']}`, { notes: 'Mine' }),
    )
    expect(status).toBe(404)
  })
})

describe('the status of a house is that of its last knock', () => {
  const later = `with later as (
      insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at)
      values ($1, gen_random_uuid(), $2, $3, 'not_interested', now() + interval '1 minute'))
    update properties set status = 'not_interested' where id = $2`
  const statusNow = async () => (await call(owner, 'GET', `/properties/${house['id']}`)).body['data'].status

  it('when two processes log one at once', async () => {
    const { body } = await meeting(later, [tenantId, house['id'], rep.id], () =>
      call(rep, 'POST', '/crm/door-knocks', { property_id: house['id'], outcome: 'talked' }),
    )
    expect([body['data'].property_status, await statusNow()]).toEqual(['not_interested', 'not_interested'])
  })

  it('also for one that leaves it', async () => {
    const { body } = await meeting(later, [tenantId, house['id'], rep.id], () =>
      call(rep, 'POST', '/crm/door-knocks', { property_id: house['id'], outcome: 'nobody_home' }),
    )
    expect([body['data'].property_status, await statusNow()]).toEqual(['not_interested', 'not_interested'])
  })

  it('when one is withdrawn while another is logged', async () => {
    const eventId = randomUUID()
    await call(rep, 'POST', '/crm/door-knocks', { property_id: house['id'], outcome: 'talked', event_id: eventId })
    const { body } = await meeting(later, [tenantId, house['id'], rep.id], () =>
      call(rep, 'DELETE', `/crm/door-knocks/${eventId}`),
    )
    expect([body['data'].property_status, await statusNow()]).toEqual(['not_interested', 'not_interested'])
    expect(await events('KnockWithdrawn')).toMatchObject([{ knockId: eventId, status: 'not_interested' }])
  })
})
