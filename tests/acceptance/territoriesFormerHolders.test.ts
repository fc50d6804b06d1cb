import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Database } from '../../api/database/connection.ts'
import { verifyLog } from '../../api/log/verify.ts'
import type { WriteContext } from '../../api/log/transact.ts'
import { endHoldingsOfFormerUsers } from '../../api/usecases/territories/territoryMaintenance.ts'
import { areaAround } from '../support/areas.ts'
import { rest, type ApiResponse } from '../support/client.ts'
import { countBlocked } from '../support/databaseNodes.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let database: Database
let tenantId: string
let rep: TestUser

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 5 })
  database = await connect(fixture.appUrl, { poolSize: 2 })
  tenantId = fixture.testTenant.tenantId
}, 120_000)
afterAll(async () => {
  await database.close()
  await fixture.teardown()
})
beforeEach(async () => {
  rep = await addUser(fixture.db, tenantId, 'sales_rep', 'Sample Rep 77')
})
afterEach(() => fixture.db.query('delete from territories'))

const call = (person: TestUser, method: string, path: string, body?: object) =>
  rest(fixture.server.url, person.token, method, path, body)

async function draw(name: string): Promise<string> {
  const { status, body } = await call(fixture.owner, 'POST', '/territories', { name, area: areaAround(0, 2) })
  expect(status).toBe(201)
  return body['data'].id
}

const assign = (id: string, userIds: string[]) =>
  call(fixture.owner, 'POST', `/territories/${id}/assignments`, { user_ids: userIds })

async function holders(): Promise<string[]> {
  const { rows } = await fixture.db.query<{ id: string }>('select user_id as id from territory_assignments')
  return rows.map(({ id }) => id)
}

async function logOf(subjectId: string): Promise<[type: string, userIds: string[]][]> {
  const sql = 'select type, data from activity_events where tenant_id = $1 and subject_id = $2 order by position'
  const { rows } = await fixture.db.query<{ type: string; data: Json }>(sql, [tenantId, subjectId])
  return rows.map(({ type, data }) => [type, data['userIds']])
}

describe('the maintenance', () => {
  const maintain = () =>
    endHoldingsOfFormerUsers({
      ...{ actor: null, requestId: '00000000-0000-4000-8000-000000000001', now: () => new Date() },
      ...{ database, afterCommit: () => undefined },
    } satisfies WriteContext)

  const leave = {
    deleted: `update users set status = 'blocked', deleted_at = now() where id = $1`,
    blocked: `update users set status = 'blocked' where id = $1`,
    'in another company': 'update users set tenant_id = $2 where id = $1',
  }

  it.each(Object.entries(leave))(
    'ends what somebody holds who was %s without an end of it, once and with its event',
    async (_, sql) => {
      const shared = await draw('Elm Park')
      const alone = await draw('Oak Hill')
      await assign(shared, [rep.id, fixture.colleague.id])
      await assign(alone, [rep.id])
      expect(await maintain()).toBe(0)
      await fixture.db.query(sql, sql.includes('$2') ? [rep.id, fixture.otherTenant.tenantId] : [rep.id])

      expect(await maintain()).toBe(2)
      expect(await maintain()).toBe(0)
      expect(await holders()).toEqual([fixture.colleague.id])
      expect((await logOf(shared)).at(-1)).toEqual(['TerritoryAssigned', [fixture.colleague.id]])
      expect((await logOf(alone)).at(-1)).toEqual(['TerritoryAssigned', []])
      expect((await verifyLog(fixture.db, tenantId)).faults).toEqual([])
    },
  )
})

describe('the end of an account and an assignment to it in the same instant', () => {
  const ends: [string, () => Promise<ApiResponse>][] = [
    ['deleted', () => call(fixture.globalAdmin, 'DELETE', `/users/${rep.id}`)],
    ['blocked', () => call(fixture.globalAdmin, 'PUT', `/users/${rep.id}/block`, { blocked: true })],
    [
      'moved to another company',
      () => call(fixture.globalAdmin, 'PUT', `/users/${rep.id}`, { tenant_id: fixture.otherTenant.tenantId }),
    ],
  ]

  /** Calls both while another transaction holds the log of the company, so that neither sees what the other has done. */
  async function together(
    first: () => Promise<ApiResponse>,
    second: () => Promise<ApiResponse>,
  ): Promise<[ApiResponse, ApiResponse]> {
    await fixture.nodeDb.query('begin')
    await fixture.nodeDb.query('select from activity_heads where tenant_id = $1 for update', [tenantId])
    const calls = [first()]
    await expect.poll(() => countBlocked(fixture.nodeDb), { interval: 5 }).toBe(1)
    calls.push(second())
    await expect.poll(() => countBlocked(fixture.nodeDb), { interval: 5 }).toBe(2)
    await fixture.nodeDb.query('commit')
    return (await Promise.all(calls)) as [ApiResponse, ApiResponse]
  }

  it.each(ends)('of a user who is %s first refuse the assignment', async (_, end) => {
    const id = await draw('Elm Park')
    const [ended, assigned] = await together(end, () => assign(id, [rep.id]))
    expect([ended.status, assigned.status]).toEqual([200, 422])
    expect(assigned.body['detail']).toBe('Choose an active member of this team.')
    expect(await holders()).toEqual([])
    expect((await logOf(id)).map(([type]) => type)).toEqual(['TerritoryDrawn'])
  })

  it.each(ends)('of a user who is %s second must be tried again, and leave no holder', async (_, end) => {
    const id = await draw('Elm Park')
    const [assigned, ended] = await together(() => assign(id, [rep.id]), end)
    expect([assigned.status, ended.status]).toEqual([200, 409])
    expect(ended.body['detail']).toBe('This user has just been given a territory. Try again.')
    expect((await end()).status).toBe(200)
    expect(await holders()).toEqual([])
    expect((await logOf(id)).map(([type, userIds]) => [type, userIds?.length])).toEqual([
      ['TerritoryDrawn', undefined],
      ['TerritoryAssigned', 1],
      ['TerritoryAssigned', 0],
    ])
  })

  it.each<[string, () => Promise<ApiResponse>]>([
    [
      'property',
      () => call(fixture.owner, 'PUT', `/properties/${fixture.testTenant.properties[0]![0]}`, { assigned_to: rep.id }),
    ],
    [
      'lead',
      () =>
        call(fixture.owner, 'POST', '/leads', {
          ...{ property_id: fixture.testTenant.properties[0]![1], tag: 'storm', assigned_to: rep.id },
        }),
    ],
  ])('refuse to assign a %s to a user who is deleted first', async (_, change) => {
    const [ended, assigned] = await together(ends[0]![1], change)
    expect([ended.status, assigned.status]).toEqual([200, 422])
    expect(assigned.body['detail']).toBe('Choose an active member of this team.')
  })
})
