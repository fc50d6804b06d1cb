import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { addSession, createTestTenant, type TestTenant } from '../tests/support/testTenant.ts'
import { seedProperties } from '../tests/support/seedProperties.ts'

/** The days over which the events of a tenant are spread: a comparison of 30 days reads the 30 days before, too. */
export const scaleDays = 60
const repCount = 10
const dayMs = 86_400_000
const shiftMs = 2 * 3_600_000

interface Door {
  id: string
  repId: string
}

/**
 * Creates a tenant with one event after another through the append function, so its projections are those of the product: each
 * day one of ten reps works for two hours, 17 knocks for every 2 leads and 1 property. Adds the rows of its knocks, leads and
 * knock sessions.
 */
export async function createScaleTenant(client: pg.Client, ownerUrl: string, events: number): Promise<string> {
  const { tenantId, reps } = await createTestTenant(ownerUrl, { reps: repCount, propertiesPerRep: 0 })
  await seedProperties(ownerUrl, { tenantId, reps, count: Math.max(repCount, events / 20), searchable: true })
  await client.query(
    `update properties p set assigned_to = ($2::uuid[])[1 + n % $3::int]
     from (select id, row_number() over (order by created_at, id) as n from properties where tenant_id = $1) numbered
     where p.tenant_id = $1 and p.id = numbered.id`,
    [tenantId, reps.map(({ id }) => id), repCount],
  )
  const { rows: doors } = await client.query<Door>(
    'select id, assigned_to as "repId" from properties where tenant_id = $1 order by created_at, id',
    [tenantId],
  )
  const log = makeLog(events, doors)
  for (let done = 0; done < log.length; done += 10_000) {
    await client.query('begin; set local role porchlight_maintenance')
    await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
    await client.query('select append_dated_activity($1, $2)', [
      tenantId,
      JSON.stringify(log.slice(done, done + 10_000)),
    ])
    await client.query('commit')
  }
  for (const sql of rowsOfEvents) await client.query(sql, [tenantId])
  return tenantId
}

/** The rows that the use cases write beside these events. */
const rowsOfEvents = [
  `insert into knock_sessions (tenant_id, id, rep_id, started_at, ended_at)
   select tenant_id, (data->>'sessionId')::uuid, actor_id, min(occurred_at), max(occurred_at) from activity_events
   where tenant_id = $1 and type like 'KnockSession%' group by 1, 2, 3 order by 4`,
  `insert into knocks (tenant_id, event_id, property_id, rep_id, session_id, outcome, occurred_at)
   select tenant_id, event_id, subject_id, actor_id, (data->>'sessionId')::uuid, data->>'outcome', occurred_at
   from activity_events where tenant_id = $1 and type = 'DoorKnocked' order by position`,
  `insert into leads (tenant_id, id, property_id, tag, priority, rep_id, created_at, updated_at)
   select tenant_id, subject_id, (data->>'propertyId')::uuid, data->>'tag', data->>'priority', actor_id, occurred_at, occurred_at
   from activity_events where tenant_id = $1 and type = 'LeadCreated' order by position`,
]

const outcomes = ['nobody_home', 'nobody_home', 'not_interested', 'nobody_home', 'left_flyer', 'nobody_home', 'talked']
const tags = ['gutter', 'storm', 'shingle', 'metal_roof']

/** The events in the format of `append_dated_activity`; the last one is recorded now. */
function makeLog(events: number, doors: Door[]): object[] {
  const end = Date.now()
  const perDay = events / scaleDays
  return Array.from({ length: events }, (_, n) => {
    const day = Math.floor(n / perDay)
    const place = n - Math.ceil(day * perDay)
    const last = place === Math.ceil((day + 1) * perDay) - Math.ceil(day * perDay) - 1
    const at = new Date(end - (scaleDays - 1 - day) * dayMs - shiftMs * (1 - (place + 1) / Math.ceil(perDay)))
    const own = doors.filter(({ repId }) => repId === repOfDay(doors, day))
    const door = own[n % own.length]!
    const repId = door.repId
    const common = {
      event_id: uuidv7({ msecs: at.getTime() }),
      schema_version: 1,
      occurred_at: at,
      recorded_at: at,
      actor_id: repId,
      real_role: 'sales_rep',
      acting_role: 'sales_rep',
      session_id: sessionOf(day, 'sign-in'),
      request_id: uuidv7({ msecs: at.getTime() }),
    }
    const property = { repId, propertyId: door.id, neighborhood: 'Sample Park' }
    const sessionId = sessionOf(day, 'knocking')
    if (place === 0 || last) {
      const type = place === 0 ? 'KnockSessionStarted' : 'KnockSessionEnded'
      return { ...common, type, subject_id: sessionId, data: { sessionId, repId } }
    }
    if (n % 20 === 0) {
      const data = { ...property, tags: [], priority: 'normal' }
      return { ...common, type: 'PropertySaved', subject_id: door.id, data }
    }
    if (n % 20 < 3) {
      const leadId = uuidv7({ msecs: at.getTime() })
      const data = { ...property, leadId, tag: tags[n % tags.length], city: 'Sampleton', priority: 'normal' }
      return { ...common, type: 'LeadCreated', subject_id: leadId, data }
    }
    const data = { ...property, outcome: outcomes[n % outcomes.length], sessionId }
    return { ...common, type: 'DoorKnocked', subject_id: door.id, data }
  })
}

function repOfDay(doors: Door[], day: number): string {
  return doors[day % repCount]!.repId
}

const sessions = new Map<string, string>()

function sessionOf(day: number, kind: string): string {
  const key = `${kind} ${day}`
  if (!sessions.has(key)) sessions.set(key, randomUUID())
  return sessions.get(key)!
}

/** Signs in the users of a tenant and lists the properties of each rep. */
export async function openTenant(client: pg.Client, tenantId: string): Promise<TestTenant> {
  const { rows: users } = await client.query<{ id: string; role: string; doors: string[] }>(
    `select u.id, u.role, array(select p.id from properties p where p.tenant_id = $1 and p.assigned_to = u.id) as doors
     from users u where u.tenant_id = $1 order by u.full_name`,
    [tenantId],
  )
  const signedIn = []
  for (const { id, role, doors } of users) signedIn.push({ id, role, doors, token: await addSession(client, id) })
  const reps = signedIn.filter(({ role }) => role === 'sales_rep')
  return {
    tenantId,
    owner: signedIn.find(({ role }) => role === 'owner')!,
    reps,
    properties: reps.map(({ doors }) => doors),
  }
}
