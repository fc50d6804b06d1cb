import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { connect } from '../../api/database/connection.ts'
import type { WriteContext } from '../../api/log/transact.ts'
import { verifyLog } from '../../api/log/verify.ts'
import { endIdleSessions } from '../../api/usecases/knocking/idleSessions.ts'
import { rest } from '../support/client.ts'
import { startServer } from '../support/server.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 3 })
}, 60_000)
afterAll(() => fixture.teardown())

const SYNC = 'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { outcome message } }'
const SESSION = 'id startedAt endedAt pausedAt activeSeconds pausedSeconds doors talks leads'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const [first, second, third] = [0, 1, 2]
const door = (n: number) => fixture.testTenant.properties[0]![n]

async function apply(actions: object[]): Promise<void> {
  const { sync } = await fixture.execute(fixture.rep, SYNC, { actions })
  expect(sync).toEqual(actions.map(() => ({ outcome: 'APPLIED', message: null })))
}

const start = (id: string, occurredAt: string) => ({ id, kind: 'SESSION_START', occurredAt, sessionStart: {} })
const knock = (sessionId: string, n: number, outcome: string, occurredAt: string) => ({
  id: uuidv7(),
  kind: 'KNOCK',
  occurredAt,
  knock: { propertyId: door(n), outcome, sessionId },
})
const ofSession = (kind: string, field: string) => (sessionId: string, occurredAt: string) => ({
  id: uuidv7(),
  kind,
  occurredAt,
  [field]: { sessionId },
})
const pause = ofSession('SESSION_PAUSE', 'sessionPause')
const resume = ofSession('SESSION_RESUME', 'sessionResume')
const end = ofSession('SESSION_END', 'sessionEnd')

async function read(id: string): Promise<Json> {
  const { knockSessions } = await fixture.execute(fixture.rep, `{ knockSessions { ${SESSION} } }`)
  return (knockSessions as Json[]).find((session) => session['id'] === id)!
}

async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await fixture.db.query('select type from activity_events where subject_id = $1 order by position', [
    id,
  ])
  return rows.map(({ type }) => type as string)
}

/** Starts two more servers, which end idle sessions when they start, and waits until this session has ended. */
async function waitUntilEnded(id: string): Promise<void> {
  const servers = await Promise.all([1, 2].map(() => startServer({ databaseUrl: fixture.ownerUrl })))
  try {
    await expect.poll(() => eventsOf(id)).toContain('KnockSessionEnded')
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Ends idle sessions, as two processes do at the same time, and expects that this one has ended. */
async function endIdle(id: string): Promise<void> {
  const databases = await Promise.all([1, 2].map(() => connect(fixture.appUrl, { poolSize: 2 })))
  try {
    const afterCommit = () => undefined
    const common = { actor: null, now: () => new Date(), afterCommit } as unknown as WriteContext
    await Promise.all(databases.map((database) => endIdleSessions({ ...common, requestId: uuidv7(), database })))
  } finally {
    await Promise.all(databases.map((database) => database.close()))
  }
  expect(await eventsOf(id)).toContain('KnockSessionEnded')
}

describe('a session', () => {
  it('counts doors, talks and leads, and the time without its pauses', async () => {
    const id = uuidv7()
    await apply([
      start(id, minutesAgo(100)),
      knock(id, first, 'NOBODY_HOME', minutesAgo(95)),
      pause(id, minutesAgo(90)),
      resume(id, minutesAgo(60)),
      knock(id, second, 'INTERESTED', minutesAgo(50)),
      { id: uuidv7(), kind: 'LEAD', occurredAt: minutesAgo(50), lead: { propertyId: door(second), tag: 'STORM' } },
      pause(id, minutesAgo(45)),
      pause(id, minutesAgo(44)),
      end(id, minutesAgo(40)),
    ])
    const session = await read(id)
    expect(session).toMatchObject({ doors: 2, talks: 1, leads: 1, pausedAt: null })
    // 60 minutes from start to end, 35 of them in two pauses.
    expect(Math.abs((session['activeSeconds'] as number) - 25 * 60)).toBeLessThanOrEqual(2)
    expect(await eventsOf(id)).toEqual([
      ...['KnockSessionStarted', 'KnockSessionPaused', 'KnockSessionResumed', 'KnockSessionPaused'],
      'KnockSessionEnded',
    ])
  })

  it('is paused and resumed by GraphQL and REST, by its rep only', async () => {
    const { rep, colleague, owner, otherTenant, server } = fixture
    const { startKnockSession } = await fixture.execute(rep, 'mutation { startKnockSession { id } }')
    const id = startKnockSession.id as string
    const change = (name: string) => `mutation ($id: ID!) { ${name}KnockSession(id: $id) { ${SESSION} } }`
    for (const person of [colleague, owner, otherTenant.reps[0]!])
      for (const name of ['pause', 'resume']) {
        expect(await fixture.errorCode(person, change(name), { id })).toBe('NOT_FOUND')
        const path = `/crm/door-knock-session/${id}/${name}`
        expect((await rest(server.url, person.token, 'PUT', path)).status).toBe(404)
      }
    const { pauseKnockSession: paused } = await fixture.execute(rep, change('pause'), { id })
    expect(paused.pausedAt).toEqual(expect.any(String))
    const again = await rest(server.url, rep.token, 'PUT', `/crm/door-knock-session/${id}/pause`)
    expect(again.body['data'].paused_at).toBe(paused.pausedAt)
    const resumed = await rest(server.url, rep.token, 'PUT', `/crm/door-knock-session/${id}/resume`)
    expect(resumed.body['data']).toMatchObject({ id, paused_at: null, ended_at: null, talks: 0 })
    await fixture.execute(rep, 'mutation ($id: ID!) { endKnockSession(id: $id) { id } }', { id })
    expect((await fixture.execute(rep, change('pause'), { id })).pauseKnockSession.pausedAt).toBeNull()
  })

  it('goes on when its end is undone within seconds, unless another one was started', async () => {
    const [id, next] = [uuidv7(), uuidv7()]
    const secondsAgo = (seconds: number) => minutesAgo(seconds / 60)
    await apply([start(id, minutesAgo(30)), end(id, secondsAgo(100)), resume(id, secondsAgo(94))])
    expect(await read(id)).toMatchObject({ endedAt: null, pausedAt: null })
    expect((await eventsOf(id)).slice(-2)).toEqual(['KnockSessionEnded', 'KnockSessionResumed'])
    const ended = secondsAgo(80)
    await apply([end(id, ended), resume(id, secondsAgo(60))])
    expect((await read(id))['endedAt']).toBe(ended)
    await apply([start(next, secondsAgo(79)), resume(id, secondsAgo(75))])
    expect((await read(id))['endedAt']).toBe(ended)
    expect((await read(next))['endedAt']).toBeNull()
    await apply([end(next, secondsAgo(1))])
  })

  it('that starts while another is open ends that one, whichever request arrives first', async () => {
    const [early, late] = [uuidv7(), uuidv7()]
    await apply([start(late, minutesAgo(20)), start(early, minutesAgo(30))])
    expect((await read(early))['endedAt']).toBe((await read(late))['startedAt'])
    expect((await read(late))['endedAt']).toBeNull()
    await apply([end(late, minutesAgo(10))])
  })
})

describe('a session without a knock for two hours', () => {
  it('is ended once at its last knock; a knock that arrives later moves the end, and so does the rep', async () => {
    const id = uuidv7()
    const lastKnock = minutesAgo(200)
    await apply([start(id, minutesAgo(240)), knock(id, first, 'TALKED', lastKnock), pause(id, minutesAgo(190))])
    await waitUntilEnded(id)
    expect(await read(id)).toMatchObject({ endedAt: lastKnock, pausedAt: null, doors: 1, activeSeconds: 2_400 })
    expect((await eventsOf(id)).filter((type) => type === 'KnockSessionEnded')).toHaveLength(1)

    const laterKnock = minutesAgo(150)
    await apply([resume(id, minutesAgo(180)), knock(id, third, 'INTERESTED', laterKnock)])
    const moved = await read(id)
    expect(moved).toMatchObject({ endedAt: laterKnock, doors: 2, talks: 2 })
    expect(Math.abs((moved['activeSeconds'] as number) - 80 * 60)).toBeLessThanOrEqual(2)

    // A tap on the button hours later is not the end of the work.
    await apply([end(id, minutesAgo(1))])
    expect((await read(id))['endedAt']).toBe(laterKnock)
    const ended = minutesAgo(140)
    await apply([end(id, ended)])
    expect((await read(id))['endedAt']).toBe(ended)
    await apply([end(id, minutesAgo(120)), pause(id, minutesAgo(130))])
    expect(await read(id)).toMatchObject({ endedAt: ended, pausedAt: null })
  }, 60_000)

  it('is ended at its start if it has no knock, and is left alone if it has a recent one', async () => {
    const [empty, recent] = [uuidv7(), uuidv7()]
    await apply([start(empty, minutesAgo(130))])
    await endIdle(empty)
    const session = await read(empty)
    expect([session['endedAt'], session['activeSeconds']]).toEqual([session['startedAt'], 0])
    await apply([start(recent, minutesAgo(300)), knock(recent, first, 'TALKED', minutesAgo(110))])
    const other = uuidv7()
    // Ended by the same run that leaves the recent one alone.
    await fixture.execute(fixture.colleague, SYNC, { actions: [start(other, minutesAgo(125))] })
    await endIdle(other)
    expect((await read(recent))['endedAt']).toBeNull()
  }, 60_000)

  it('leaves a log that verifies', async () => {
    const { faults } = await verifyLog(fixture.db, fixture.testTenant.tenantId)
    expect(faults).toEqual([])
  })
})
