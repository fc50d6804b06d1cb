import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { startDatabaseProxy } from '../../tests/support/tcpProxy.ts'
import { faultChannel } from '../domain/faults.ts'
import { channelOf } from './channels.ts'
import { allTenants, connectLive, type Live } from './live.ts'

let database: TestDatabase
let owner: pg.Client
let proxy: Server
let listenCount = 0
const sockets = new Set<Socket>()

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { hostname, port } = new URL(database.url)
  // A proxy that resets the first connection when it executes LISTEN.
  proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    upstream.pipe(client)
    client.on('data', (bytes) => {
      if (bytes.includes('listen porchlight_live_sessions') && (listenCount += 1) === 1) client.resetAndDestroy()
      else upstream.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  proxy.close()
  await owner.end()
  await database.close()
})

/** Counts the notifications of the first subscriber of a tenant, from the one that says that LISTEN is in effect. */
async function count(live: Live, tenantId: string) {
  const counted = { changes: 0, stop: () => undefined as void }
  counted.stop = live.subscribe(tenantId, 'leads', () => (counted.changes += 1))
  await expect.poll(() => counted.changes).toBe(1)
  return counted
}

/** Adds events to a log without a hint, as a process does that ends between its commit and its hint. */
async function append(tenantId: string, eventCount = 1): Promise<void> {
  await owner.query(
    `insert into activity_heads as h (tenant_id, position, hash) values ($1, $2, '')
     on conflict (tenant_id) do update set position = h.position + excluded.position`,
    [tenantId, eventCount],
  )
}

const times = { headCheckMs: 100, hintGraceMs: 100, lingerMs: 0 }

describe('hints', () => {
  it('reach the subscribers of their tenant and topic in every process, and no other process', async () => {
    const [tenantId, otherId] = [randomUUID(), randomUUID()]
    let received = 0
    const [sender, receiver, other] = [
      connectLive(database.url),
      connectLive(database.url),
      connectLive(database.url, { onNotification: () => (received += 1) }),
    ]
    const leads = await count(receiver, tenantId)
    // In effect at once, because the process already listens.
    const activity = { changes: 1 }
    receiver.subscribe(tenantId, 'activity', () => (activity.changes += 1))
    const otherLeads = await count(other, otherId)
    sender.announce(tenantId, ['MapLoaded'], 1)
    await expect.poll(() => activity.changes).toBe(2)
    sender.announce(tenantId, ['LeadCreated'], 1)
    await expect.poll(() => activity.changes).toBe(3)
    sender.announce(otherId, ['LeadCreated'], 1)
    await expect.poll(() => otherLeads.changes).toBe(2)
    expect([leads.changes, activity.changes, received]).toEqual([2, 3, 1])
    await Promise.all([sender, receiver, other].map((live) => live.close()))
  })

  it('of all tenants reach their subscribers, and of sessions every process', async () => {
    const [sender, receiver] = [connectLive(database.url), connectLive(database.url)]
    const userIds: string[] = []
    receiver.subscribeSessions((userId) => userIds.push(userId))
    const all = await count(receiver, allTenants)
    sender.announce(randomUUID(), ['LeadCreated'], 1)
    await expect.poll(() => all.changes).toBe(2)
    const ids = Array.from({ length: 400 }, randomUUID)
    for (const id of ids) sender.announceSessions(id)
    await expect.poll(() => userIds).toEqual(ids)
    await Promise.all([sender.close(), receiver.close()])
  })

  it('are published by close', async () => {
    const tenantId = randomUUID()
    const [sender, receiver] = [connectLive(database.url), connectLive(database.url)]
    const leads = await count(receiver, tenantId)
    sender.announce(tenantId, ['MapLoaded'], 1)
    await count(sender, randomUUID())
    sender.announce(tenantId, ['LeadCreated'], 1)
    sender.announce(tenantId, ['LeadDeleted'], 1)
    await sender.close()
    await expect.poll(() => leads.changes).toBeGreaterThanOrEqual(2)
    await receiver.close()
  })
})

describe('a subscriber', () => {
  it('is notified of a change whose hint was lost, also between hints that arrived, and no other is', async () => {
    const [tenantId, quietId] = [randomUUID(), randomUUID()]
    await append(quietId, 7)
    const live = connectLive(database.url, times)
    const leads = await count(live, tenantId)
    const quiet = await count(live, quietId)
    await append(tenantId, 2)
    await expect.poll(() => leads.changes).toBe(2)
    // The hint of the first event is lost, and the one of the second has another topic.
    await append(tenantId, 2)
    live.announce(tenantId, ['MapLoaded'], 1)
    await expect.poll(() => leads.changes).toBe(3)
    expect(quiet.changes).toBe(1)
    await live.close()
  })

  it('is not notified again of changes whose hints arrived', async () => {
    const [tenantId, lostId] = [randomUUID(), randomUUID()]
    const live = connectLive(database.url, { ...times, hintGraceMs: 1_000 })
    const leads = await count(live, tenantId)
    const lost = await count(live, lostId)
    for (let n = 2; n < 6; n += 1) {
      await append(tenantId, 3)
      live.announce(tenantId, ['LeadCreated'], 3)
      await expect.poll(() => leads.changes).toBe(n)
    }
    // A later lost hint is found by a check that also covers the others.
    await append(lostId)
    await expect.poll(() => lost.changes).toBe(2)
    expect(leads.changes).toBe(5)
    await live.close()
  })

  it('of all tenants is notified of a change whose hint was lost', async () => {
    const live = connectLive(database.url, times)
    let changes = 0
    live.subscribe(allTenants, 'leads', () => (changes += 1))
    // Events that earlier tests appended may still be announced, so there may be more than one notification.
    await expect.poll(() => changes).toBeGreaterThan(0)
    const before = changes
    await append(randomUUID())
    await expect.poll(() => changes).toBeGreaterThan(before)
    await live.close()
  })

  it('that leaves lets the process stop listening, and one that comes back is up to date', async () => {
    const tenantId = randomUUID()
    let received = 0
    const live = connectLive(database.url, { ...times, onNotification: () => (received += 1) })
    const leads = await count(live, tenantId)
    leads.stop()
    const userIds: string[] = []
    live.subscribeSessions((userId) => userIds.push(userId))
    /** The number of notifications of the tenant and then of a user's sessions that this process receives. */
    const receiveBoth = async () => {
      const [before, userId] = [received, randomUUID()]
      const payloads = ['{"topics":["leads"],"eventCount":0}', JSON.stringify([userId])]
      await owner.query('select pg_notify($1, $2), pg_notify($3, $4)', [
        ...[channelOf(tenantId), payloads[0]],
        ...['porchlight_live_sessions', payloads[1]],
      ])
      await expect.poll(() => userIds).toContain(userId)
      return received - before
    }
    await expect.poll(receiveBoth).toBe(1)
    const again = await count(live, tenantId)
    live.announce(tenantId, ['LeadCreated'], 0)
    await expect.poll(() => again.changes).toBe(2)
    expect(leads.changes).toBe(1)
    await live.close()
  })
})

describe('the listening connection', () => {
  const countListening = async () => {
    const sessions = `select from pg_stat_activity where application_name = 'porchlight live' and datname = current_database()`
    return (await owner.query(sessions)).rowCount
  }
  // The server process of a connection that was closed or broken needs a moment to end.
  const expectListening = (count: number) => expect.poll(countListening).toBe(count)
  beforeEach(() => expectListening(0))

  it('is re-established once when it breaks, even if several events report it', async () => {
    const url = new URL(database.url)
    url.port = `${(proxy.address() as AddressInfo).port}`
    listenCount = 0
    const live = connectLive(url.toString())
    let notifications = 0
    live.subscribe(randomUUID(), 'leads', () => (notifications += 1))
    await expect.poll(() => notifications).toBeGreaterThan(0)
    await expectListening(1)
    // A second connection would appear within this time.
    const counts: (number | null)[] = []
    for (let n = 0; n < 20; n += 1) counts.push(await countListening())
    await live.close()
    expect(new Set(counts)).toEqual(new Set([1]))
    expect(listenCount).toBe(2)
  })

  it('is replaced when the network drops every packet', async () => {
    const blackHole = await startDatabaseProxy(database.url)
    const tenantId = randomUUID()
    const live = connectLive(blackHole.url)
    let notifications = 0
    live.subscribe(tenantId, 'leads', () => (notifications += 1))
    await expect.poll(() => notifications).toBe(1)
    blackHole.hold()
    blackHole.release()
    // A new connection notifies all subscribers.
    await expect.poll(() => notifications, { timeout: 12_000 }).toBe(2)
    const sender = connectLive(database.url)
    sender.announce(tenantId, ['LeadCreated'], 1)
    await expect.poll(() => notifications).toBe(3)
    await sender.close()
    await live.close()
    await blackHole.close()
  })

  it('is ended by close even while it is being established', async () => {
    const faults: unknown[] = []
    const note = (fault: unknown) => faults.push(fault)
    subscribe(faultChannel, note)
    const live = connectLive(database.url)
    await live.close()
    await expectListening(0)
    unsubscribe(faultChannel, note)
    expect(faults).toEqual([])
  })
})
