import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { connectLive } from './live.ts'

let database: TestDatabase
let owner: pg.Client
let between: Server
let listens = 0
const open = new Set<Socket>()

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { hostname, port } = new URL(database.url)
  // Breaks the first connection just when it begins to listen.
  between = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) open.add(socket.on('error', () => undefined))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    far.pipe(near)
    near.on('data', (bytes) => {
      if (bytes.includes('listen porchlight_live') && (listens += 1) === 1) near.resetAndDestroy()
      else far.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  between.close()
  await owner.end()
  await database.close()
})

describe('the connection that listens', () => {
  it('is made again once when it breaks, however often it says so', async () => {
    const url = new URL(database.url)
    url.port = `${(between.address() as AddressInfo).port}`
    const live = connectLive(url.toString(), () => undefined)
    let told = 0
    live.subscribe('sample', 'leads', () => (told += 1))
    await expect.poll(() => told, { timeout: 10_000 }).toBeGreaterThan(0)
    const listening = `select from pg_stat_activity where application_name = 'porchlight live' and datname = current_database()`
    // The second would have been made at the same time.
    for (let n = 0; n < 20; n += 1) expect((await owner.query(listening)).rowCount).toBe(1)
    expect(listens).toBe(2)
    await live.close()
  })
})
