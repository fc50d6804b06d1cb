import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiResponse, rest } from '../support/client.ts'
import { countBlocked } from '../support/databaseNodes.ts'
import { csv, runImport } from '../support/imports.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

const team = await createServerFixture()
const { owner, rep, colleague } = team
const { tenantId } = team.testTenant
afterAll(() => team.teardown())

let property: Record<string, Json>
beforeEach(async () => {
  property = await team.saveProperty(rep)
})

/**
 * Sends a request that needs a lock which another transaction holds, commits that transaction once the request waits,
 * and returns the response.
 */
async function meeting<Answer = ApiResponse>(
  hold: string,
  values: unknown[],
  ask: () => Promise<Answer>,
): Promise<Answer> {
  await team.nodeDb.query('begin')
  await team.nodeDb.query(hold, values)
  let answered = false
  const answer = ask().finally(() => (answered = true))
  while (!answered && (await countBlocked(team.nodeDb)) === 0) await sleep(5)
  await team.nodeDb.query('commit')
  return answer
}

async function events(type: string): Promise<Json[]> {
  const { rows } = await team.db.query(
    'select data from activity_events where tenant_id = $1 and subject_id = $2 and type = $3 order by position',
    [tenantId, property['id'], type],
  )
  return rows.map(({ data }) => data)
}

const call = (person: { token: string }, method: string, path: string, body?: object) =>
  rest(team.server.url, person.token, method, path, body)

describe('deleting a property', () => {
  const gone = 'delete from properties where tenant_id = $1 and id = $2'

  it('waits for a concurrent lead creation and deletes that lead, too', async () => {
    const leadId = randomUUID()
    const { status } = await meeting(
      `insert into leads (tenant_id, id, property_id, tag, priority, rep_id) values ($1, $2, $3, 'storm', 'normal', $4)`,
      [tenantId, leadId, property['id'], rep.id],
      () => call(owner, 'DELETE', `/properties/${property['id']}`),
    )
    expect(status).toBe(200)
    expect(await events('LeadDeleted')).toMatchObject([{ leadId }])
  })

  it('deletes no lead without recording it', async () => {
    expect((await call(rep, 'POST', '/leads', { property_id: property['id'], tag: 'storm' })).status).toBe(201)
    await expect(team.nodeDb.query(gone, [tenantId, property['id']])).rejects.toThrow('violates foreign key')
  })

  it.each<[string, () => Promise<ApiResponse>]>([
    ['a lead', () => call(rep, 'POST', '/leads', { property_id: property['id'], tag: 'storm' })],
    ['tags', () => call(rep, 'PUT', `/properties/${property['id']}`, { tags: ['storm', 'gutter'] })],
    ['notes', () => call(rep, 'PUT', `/properties/${property['id']}`, { notes: 'Ring twice' })],
    ['a knock', () => call(rep, 'POST', '/crm/door-knocks', { property_id: property['id'], outcome: 'talked' })],
    ['another who deletes it', () => call(owner, 'DELETE', `/properties/${property['id']}`)],
  ])('is not found by %s that arrives concurrently', async (_, ask) => {
    const { status, body } = await meeting(gone, [tenantId, property['id']], ask)
    expect([status, body['detail']]).toEqual([404, 'Property not found'])
  })

  it("keeps the session's knock count, and a resent knock gets the same response as before", async () => {
    const round = (await call(rep, 'POST', '/crm/door-knock-session/start', {})).body['data']
    const knock = { property_id: property['id'], outcome: 'interested', event_id: randomUUID(), session_id: round.id }
    const first = await call(rep, 'POST', '/crm/door-knocks', knock)
    expect(first.body['data']).toMatchObject({ replayed: false, property_status: 'interested' })
    expect((await call(owner, 'DELETE', `/properties/${property['id']}`)).status).toBe(200)
    const again = await call(rep, 'POST', '/crm/door-knocks', knock)
    expect([again.status, again.body['data']]).toEqual([201, { ...first.body['data'], replayed: true }])
    expect((await call(rep, 'POST', '/crm/door-knocks', { ...knock, event_id: randomUUID() })).status).toBe(404)
    expect((await call(colleague, 'POST', '/crm/door-knocks', knock)).status).toBe(404)
    const ended = await call(rep, 'PUT', `/crm/door-knock-session/${round.id}/end`, {})
    expect(ended.body['data'].doors).toBe(1)
  })
})

describe('assigning a property', () => {
  it('records the previous assignee, also when two assign it concurrently', async () => {
    const { body } = await meeting(
      'update properties set assigned_to = $3 where tenant_id = $1 and id = $2',
      [tenantId, property['id'], colleague.id],
      () => call(owner, 'PUT', `/properties/${property['id']}`, { assigned_to: rep.id }),
    )
    expect(body['data'].assigned_to).toBe(rep.id)
    expect(await events('PropertyAssigned')).toMatchObject([{ from: colleague.id, to: rep.id }])
  })

  it("ends the previous assignee's right to change it", async () => {
    const { status } = await meeting(
      'update properties set assigned_to = $3 where tenant_id = $1 and id = $2',
      [tenantId, property['id'], colleague.id],
      () => call(rep, 'PUT', `/properties/${property['id']}`, { notes: 'Mine' }),
    )
    expect(status).toBe(404)
  })
})

describe('the status of a property is that of its last knock', () => {
  const later = `with later as (
      insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at)
      values ($1, gen_random_uuid(), $2, $3, 'not_interested', now() + interval '1 minute'))
    update properties set status = 'not_interested' where tenant_id = $1 and id = $2`
  const statusNow = async () => (await call(owner, 'GET', `/properties/${property['id']}`)).body['data'].status

  it('when two processes log one concurrently', async () => {
    const { body } = await meeting(later, [tenantId, property['id'], rep.id], () =>
      call(rep, 'POST', '/crm/door-knocks', { property_id: property['id'], outcome: 'talked' }),
    )
    expect([body['data'].property_status, await statusNow()]).toEqual(['not_interested', 'not_interested'])
  })

  it('also when the outcome leaves the status unchanged', async () => {
    const { body } = await meeting(later, [tenantId, property['id'], rep.id], () =>
      call(rep, 'POST', '/crm/door-knocks', { property_id: property['id'], outcome: 'nobody_home' }),
    )
    expect([body['data'].property_status, await statusNow()]).toEqual(['not_interested', 'not_interested'])
  })

  it('when one is withdrawn while another is logged', async () => {
    const eventId = randomUUID()
    await call(rep, 'POST', '/crm/door-knocks', { property_id: property['id'], outcome: 'talked', event_id: eventId })
    const { body } = await meeting(later, [tenantId, property['id'], rep.id], () =>
      call(rep, 'DELETE', `/crm/door-knocks/${eventId}`),
    )
    expect([body['data'].property_status, await statusNow()]).toEqual(['not_interested', 'not_interested'])
    expect(await events('KnockWithdrawn')).toMatchObject([{ knockId: eventId, status: 'not_interested' }])
  })
})

it('an import waits for somebody who saves one of its houses, and does not save it again', async () => {
  const [address, lat, lng] = ['7 Concurrent Import St', 41.25, -80.75]
  const saved = randomUUID()
  const hold = `with door as materialized (
      select pg_advisory_xact_lock(hashtextextended($1 || ' ' || (hashtext($6) & 63), 1)))
    insert into properties (tenant_id, id, address, street_number, lat, lng, cell, point5, point6, created_by, updated_at)
    select $1::uuid, $2, $3, '7', $4, $5, 0, $6, $6, $7, now() from door`
  const point5 = `${lat.toFixed(5)},${lng.toFixed(5)}`
  const job = await meeting(hold, [tenantId, saved, address, lat, lng, point5, rep.id], () =>
    runImport(team.server.url, owner, { file: csv(['address', 'lat', 'lng'], [address, lat, lng]) }),
  )
  expect(job).toMatchObject({ status: 'done', counts: { created: 0, skipped: 1 } })
  const { rows } = await team.db.query('select id from properties where tenant_id = $1 and address = $2', [
    tenantId,
    address,
  ])
  expect(rows).toEqual([{ id: saved }])
})
