import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '../context.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { Conflict, Forbidden, Refused, Unavailable } from '../domain/errors.ts'
import type { Actor } from '../domain/permissions.ts'
import { platformTenantId } from '../events/catalog.ts'
import { isCluster } from '../../tests/support/database.ts'
import { countBlocked, countWaiting, listNodes, withClient } from '../../tests/support/databaseNodes.ts'
import { createRepContext } from '../../tests/support/repContext.ts'
import { withPosition } from './answerPosition.ts'
import { lockOnEveryNode, transact, transactInTenant, type WriteTransaction } from './transact.ts'

const { ctx: repContext, testDatabase, tenantId, repId } = await createRepContext({ propertiesPerRep: 0 })
const at = new Date('2026-06-30T21:30:00Z')
const announce = vi.fn<(tenantId: string, types: string[], appended: number) => void>()
const ctx = { ...repContext, now: () => at, afterCommit: announce } as unknown as Context
const rep = ctx.actor!
const asActor = (actor: Partial<Actor> | null) => ({ ...ctx, actor: actor && { ...rep, ...actor } })

const onCluster = await isCluster()
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await owner.connect()
})
afterAll(() => owner.end())

let lastPosition: string
beforeEach(async () => {
  lastPosition = await head()
})
afterEach(() => announce.mockReset())

async function head(of = tenantId): Promise<string> {
  const { rows } = await owner.query('select position from activity_heads where tenant_id = $1', [of])
  return rows[0]?.position ?? '0'
}

/** How many sessions wait for a lock, on all nodes of a cluster. */
async function countWaitingOnNodes(): Promise<number> {
  const counts: number[] = []
  for (const node of await listNodes(testDatabase.ownerUrl)) counts.push(await withClient(node, countWaiting))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** What this test appended. */
async function appended(): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query(
    `select event_id::text as id, type, data, occurred_at as at, subject_id as subject, actor_id as actor, real_role as role,
       acting_role as acting, session_id as session, request_id as request
     from activity_events where tenant_id = $1 and position > $2 order by position`,
    [tenantId, lastPosition],
  )
  return rows
}

const mapLoaded = (zoom: number) => ({
  type: 'MapLoaded' as const,
  data: { lat: 1, lng: 1, zoom, provider: 'maplibre' },
})
const uuidOf = (n: number) => `0198c7a0-0000-7000-8000-${String(n).padStart(12, '0')}`
const record = (from: Context, ...events: Parameters<WriteTransaction['record']>[0][]) =>
  transactInTenant(from, tenantId, async (transaction) => {
    for (const event of events) transaction.record(event)
    return 'done'
  })

/**
 * A write that PostgreSQL ends so many times as the engine of a distributed database ends one that it suspects of a deadlock, after it
 * changed something. Returns how often it was made.
 */
async function deadlockedWrite(times: number): Promise<number> {
  let made = 0
  return transactInTenant(ctx, tenantId, async ({ em, record: note }) => {
    made += 1
    note(mapLoaded(made))
    if (made <= times)
      await queryRows(
        em,
        `do $$ begin raise 'canceling the transaction since it was involved in a distributed deadlock' using errcode = '40P01'; end $$`,
      )
    return made
  })
}

describe('a write', () => {
  it('appends what was recorded as done by its caller now, and tells the live views', async () => {
    expect(await record(ctx, mapLoaded(20))).toBe('done')
    const by = { actor: repId, role: 'sales_rep', acting: 'sales_rep', session: rep.sessionId, request: ctx.requestId }
    expect(await appended()).toEqual([
      { ...by, id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/), ...mapLoaded(20), at, subject: null },
    ])
    expect(announce.mock.calls).toEqual([[tenantId, ['MapLoaded'], 1, []]])
  })

  it('keeps the id, time and subject that an event has, and counts a repeat as nothing new', async () => {
    const occurredAt = new Date('2026-06-29T10:00:00Z')
    const event = { ...mapLoaded(20), eventId: uuidOf(1), occurredAt, subjectId: uuidOf(2) }
    await record(ctx, event)
    expect(await appended()).toMatchObject([{ id: uuidOf(1), at: occurredAt, subject: uuidOf(2) }])
    await record(ctx, event, mapLoaded(19))
    expect(await appended()).toHaveLength(2)
    expect(announce.mock.calls.at(-1)).toEqual([tenantId, ['MapLoaded', 'MapLoaded'], 1, []])
  })

  it('fails, and appends nothing, if the id belongs to another event', async () => {
    const eventId = uuidOf(3)
    await record(ctx, { ...mapLoaded(20), eventId })
    const refused = await record(ctx, mapLoaded(18), { ...mapLoaded(19), eventId }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Conflict)
    expect((refused as Error).message).toBe('This event id is already used for another event.')
    expect(await appended()).toHaveLength(1)
    expect(announce).toHaveBeenCalledOnce()
  })

  it('names the role in which the caller looks at the app, and nobody for what the system does', async () => {
    await record(asActor({ viewedRole: 'owner' }), mapLoaded(20))
    await record(asActor(null), mapLoaded(19))
    await transactInTenant(ctx, tenantId, async (transaction) =>
      transaction.record(mapLoaded(18), { ...asActor(null), requestId: uuidOf(4) }),
    )
    expect(await appended()).toMatchObject([
      { role: 'sales_rep', acting: 'owner' },
      { actor: null, role: null, acting: null, session: null },
      { actor: null, request: uuidOf(4) },
    ])
  })

  it('without an event appends and tells nothing', async () => {
    expect(await record(ctx)).toBe('done')
    expect(await appended()).toEqual([])
    expect(announce).not.toHaveBeenCalled()
  })

  it('that PostgreSQL ended in a deadlock is made again, and is appended and told once', async () => {
    await expect(deadlockedWrite(2)).resolves.toBe(3)
    expect(await appended()).toMatchObject([mapLoaded(3)])
    expect(announce.mock.calls).toEqual([[tenantId, ['MapLoaded'], 1, []]])
  })

  it('that ends in a deadlock three times appends nothing, and its caller may try again', async () => {
    await expect(deadlockedWrite(3)).rejects.toThrow(Unavailable)
    expect(await appended()).toEqual([])
    expect(announce).not.toHaveBeenCalled()
  })

  it('of more than 5,000 events appends each of them once, in order', async () => {
    await record(ctx, ...Array.from({ length: 5_001 }, (_, n) => mapLoaded(n)))
    expect((await appended()).map(({ data }) => (data as { zoom: number }).zoom)).toEqual(
      Array.from({ length: 5_001 }, (_, n) => n),
    )
    expect(announce.mock.calls[0]![2]).toBe(5_001)
  })

  it('with a read-only API key is refused, except what a read notes', async () => {
    const reader = asActor({ apiKey: { id: uuidOf(5), name: 'Reports', scope: 'read' } })
    await expect(record(reader, mapLoaded(20))).rejects.toThrow(Forbidden)
    const noted = { type: 'AddressGeocoded' as const, data: { repId, provider: 'demo', found: true } }
    await record(reader, noted)
    expect(await appended()).toMatchObject([noted])
  })

  it('ends with what was left for the end, which sees its events', async () => {
    const heads = await transactInTenant(ctx, tenantId, async (transaction) => {
      const seen: string[] = []
      const note = async (em: EntityManager) => {
        const rows = await queryRows<{ position: string }>(em, 'select position from activity_heads')
        seen.push(rows[0]?.position ?? '0')
      }
      transaction.beforeCommit(note)
      transaction.record(mapLoaded(20))
      await note(transaction.em)
      return seen
    })
    expect(heads).toEqual([lastPosition, await head()])
  })

  it('starts the work that it makes due after the commit, also without an event', async () => {
    const work = { kind: 'job' as const, tenantId, id: uuidOf(7), at }
    await transactInTenant(ctx, tenantId, async ({ startAfterCommit }) => {
      startAfterCommit(work)
      expect(announce).not.toHaveBeenCalled()
    })
    expect(announce.mock.calls).toEqual([[tenantId, [], 0, [work]]])
  })

  it('answers with the position of its last event, also of a repeated one, if it is the only change', async () => {
    const event = { ...mapLoaded(20), eventId: uuidOf(6) }
    const change = () => withPosition(ctx, () => record(ctx, mapLoaded(19), event), true)
    const [, position] = await change()
    expect(position).toBe(Number(await head()))
    const [, before] = await withPosition(ctx, () => record(ctx, mapLoaded(18)))
    expect(before).toBe(position)
    const other = { scope: 'platform', logTenantId: platformTenantId } as const
    const noting = () =>
      transact(ctx, other, async (transaction) =>
        transaction.record({ type: 'ViewAsStopped', data: { role: 'owner' } }),
      )
    const [, elsewhere] = await withPosition(ctx, noting, true)
    expect(elsewhere).toBe(position)
  })

  it('into a log of a tenant from the whole platform appends there', async () => {
    const roles: unknown[] = []
    const noteRole = async (em: EntityManager) =>
      void roles.push(...(await queryRows(em, 'select current_user::text as role')))
    await transact(ctx, { scope: 'platform', logTenantId: tenantId }, async (transaction) => {
      await noteRole(transaction.em)
      transaction.record(mapLoaded(20))
      transaction.beforeCommit(noteRole)
    })
    expect(await appended()).toMatchObject([mapLoaded(20)])
    expect(roles).toEqual([{ role: 'porchlight_platform' }, { role: 'porchlight_tenant' }])
    expect(announce.mock.calls).toEqual([[tenantId, ['MapLoaded'], 1, []]])
  })
})

describe('an archived company', () => {
  const admin = asActor({ role: 'global_admin', tenantId: null })
  const archive = (at: Date | null) => owner.query('update tenants set archived_at = $2 where id = $1', [tenantId, at])
  afterEach(() => archive(null))

  it('is not changed by a global admin, unless that is meant', async () => {
    await archive(at)
    const refused = await record(admin, mapLoaded(20)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refused)
    expect((refused as Error).message).toBe('This company is archived.')
    const where = { scope: { tenantId }, logTenantId: tenantId, allowArchived: true }
    await transact(admin, where, async (transaction) => transaction.record(mapLoaded(19)))
    expect(await appended()).toMatchObject([mapLoaded(19)])
  })

  it('is not looked at for other callers, who have no sessions then', async () => {
    await archive(at)
    for (const from of [ctx, asActor(null)]) await record(from, mapLoaded(20))
    expect(await appended()).toHaveLength(2)
  })

  it('stays as it is if it is archived while a global admin changes it', async () => {
    const changing = transactInTenant(admin, tenantId, async (transaction) => {
      await archive(at)
      transaction.record(mapLoaded(20))
    })
    await expect(changing).rejects.toThrow('This company is archived.')
    expect(await appended()).toEqual([])
  })

  it('does not keep a global admin from changing others, and the platform, in their scope', async () => {
    const roleOf = async (em: EntityManager) => queryRows(em, 'select current_user::text as role')
    const inTenant = transactInTenant(admin, tenantId, async (transaction) => {
      transaction.record(mapLoaded(20))
      return roleOf(transaction.em)
    })
    expect(await inTenant).toEqual([{ role: 'porchlight_tenant' }])
    const there = { scope: 'platform', logTenantId: tenantId } as const
    expect(await transact(admin, there, ({ em }) => roleOf(em))).toEqual([{ role: 'porchlight_platform' }])
    const before = await head(platformTenantId)
    await transact(admin, { scope: 'platform', logTenantId: platformTenantId }, async (transaction) =>
      transaction.record({ type: 'ViewAsStopped', data: { role: 'owner' } }),
    )
    expect(Number(await head(platformTenantId))).toBe(Number(before) + 1)
    expect(await appended()).toMatchObject([mapLoaded(20)])
  })
})

describe('a lock of one name', () => {
  const inPlatform = (name: Parameters<typeof lockOnEveryNode>[1], then: (em: EntityManager) => Promise<void>) =>
    ctx.database.within('platform', async (em) => {
      await lockOnEveryNode(em, name)
      await then(em)
    })

  /** Runs `work` while a transaction of this process, which is called back with its pid, holds the lock. */
  async function whileHeld(work: (pid: number, release: () => void) => Promise<unknown>): Promise<void> {
    const held = Promise.withResolvers<void>()
    const holder = Promise.withResolvers<number>()
    const first = inPlatform('accounts', async (em) => {
      // A busy machine needs longer to find the other transactions than a transaction may be idle.
      const keepOpen = `select set_config('idle_in_transaction_session_timeout', '0', true), pg_backend_pid() as pid`
      const [session] = await queryRows<{ pid: number }>(em, keepOpen)
      holder.resolve(session!.pid)
      await held.promise
    })
    await Promise.all([first, work(await holder.promise, held.resolve).finally(held.resolve)])
  }

  it('is held until the end of the transaction', async () => {
    const order: string[] = []
    await whileHeld(async (pid, release) => {
      const second = inPlatform('accounts', async () => void order.push('second'))
      await expect.poll(() => (onCluster ? countWaitingOnNodes() : countBlocked(owner, pid))).toBe(1)
      order.push('first')
      release()
      await second
    })
    expect(order).toEqual(['first', 'second'])
  })

  const reason = onCluster ? ' (skipped: on a cluster, each change of a reference table waits for the others)' : ''
  it.skipIf(onCluster)(`leaves those of other names free${reason}`, async () => {
    const order: string[] = []
    await whileHeld(async () => {
      await inPlatform('tenant names', async () => void order.push('other name'))
      order.push('released')
    })
    expect(order).toEqual(['other name', 'released'])
  })
})
