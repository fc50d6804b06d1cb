import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { startDatabaseProxy } from '../../tests/support/tcpProxy.ts'
import { faultChannel } from '../domain/faults.ts'
import { connectLive } from './live.ts'

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
      if (bytes.includes('listen porchlight_live') && (listenCount += 1) === 1) client.resetAndDestroy()
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

describe('the listening connection', () => {
  it('is re-established once when it breaks, even if several events report it', async () => {
    const url = new URL(database.url)
    url.port = `${(proxy.address() as AddressInfo).port}`
    const live = connectLive(url.toString())
    let notifications = 0
    live.subscribe('sample', 'leads', () => (notifications += 1))
    await expect.poll(() => notifications, { timeout: 10_000 }).toBeGreaterThan(0)
    const listening = `select from pg_stat_activity where application_name = 'porchlight live' and datname = current_database()`
    // A second connection would appear within this time.
    for (let n = 0; n < 20; n += 1) expect((await owner.query(listening)).rowCount).toBe(1)
    expect(listenCount).toBe(2)
    await live.close()
  })

  it('is replaced when the network drops every packet', async () => {
    const blackHole = await startDatabaseProxy(database.url)
    const live = connectLive(blackHole.url)
    let notifications = 0
    live.subscribe('sample', 'leads', () => (notifications += 1))
    await expect.poll(() => notifications, { timeout: 10_000 }).toBe(1)
    blackHole.hold()
    blackHole.release()
    // A new connection notifies all subscribers.
    await expect.poll(() => notifications, { timeout: 12_000 }).toBe(2)
    await live.close()
    await blackHole.close()
  })

  it('is ended by close even while it is being established', async () => {
    const faults: unknown[] = []
    const note = (fault: unknown) => faults.push(fault)
    subscribe(faultChannel, note)
    const live = connectLive(database.url)
    await live.close()
    const sessions = `select from pg_stat_activity where application_name = 'porchlight live' and datname = current_database()`
    expect((await owner.query(sessions)).rowCount).toBe(0)
    unsubscribe(faultChannel, note)
    expect(faults).toEqual([])
  })
})
