import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { readConfig } from '../../../api/config.ts'
import { connect, type Database } from '../../../api/database/connection.ts'
import { connectLive } from '../../../api/live/live.ts'
import { makeServer } from '../../../api/server.ts'
import { createServices } from '../../../api/services/services.ts'
import type { ParcelRecord } from '../../../api/services/parcels/parcels.ts'
import { createTestDatabase } from '../database.ts'
import { addUser, createTestTenant, type TestUser } from '../testTenant.ts'

export interface Team {
  id: string
  name: string
  timeZone: string
  owner: TestUser
  admin: TestUser
  reps: TestUser[]
}

/** A server in this process with a clock that the test sets and lookups whose cost depends on the address. */
export interface ModelFixture {
  url: string
  clock: { now: Date }
  teams: Team[]
  /** A global admin. */
  globalAdmin: TestUser
  /** Connects as the tables' owner and bypasses every policy. */
  db: pg.Client
  app: Database
  teardown(): Promise<void>
}

export async function createModelFixture(zones: string[], repsEach: number): Promise<ModelFixture> {
  const database = await createTestDatabase()
  const db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  const teams: Team[] = []
  for (const [n, timeZone] of zones.entries()) {
    const testTenant = await createTestTenant(database.ownerUrl, { reps: 0, propertiesPerRep: 0 })
    const name = `Sample Team ${n}`
    await db.query('update tenants set time_zone = $2, name = $3, company_name = $3 where id = $1', [
      testTenant.tenantId,
      timeZone,
      name,
    ])
    const reps: TestUser[] = []
    for (let rep = 0; rep < repsEach; rep += 1)
      reps.push(await addUser(db, testTenant.tenantId, 'sales_rep', `Sample Rep ${n}${rep}`))
    const admin = await addUser(db, testTenant.tenantId, 'admin', `Sample Admin ${n}`)
    teams.push({ id: testTenant.tenantId, name, timeZone, owner: testTenant.owner, admin, reps })
  }
  const globalAdmin = await addUser(db, null, 'global_admin', 'Sample Boss')
  // All users exist before any time the clock may show.
  await db.query(`update users set created_at = '2020-01-01'`)

  const clock = { now: new Date() }
  const config = readConfig({ DATABASE_URL: database.ownerUrl })
  const app = await connect(database.url, { poolSize: 6 })
  const live = connectLive(database.url)
  const failures: unknown[] = []
  const { server, stop } = await makeServer({
    config,
    database: app,
    live,
    services: { ...(await createServices(config, app)), ...billedLookups },
    now: () => new Date(clock.now),
    log: (error) => void failures.push(error),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clock,
    teams,
    globalAdmin,
    db,
    app,
    teardown: async () => {
      await stop()
      await live.close()
      await app.close()
      await db.end()
      await database.close()
      if (failures.length > 0) throw new AggregateError(failures, 'The server met errors that it did not expect.')
    },
  }
}

/** '3 Sample St' finds three parcels and bills three; an address without a number finds none. */
const billedLookups = {
  parcels: {
    search: async (address: string) => {
      const records = Number.parseInt(address, 10) || 0
      return { found: Array.from({ length: records }, (_, n) => parcel(n)), billed: records }
    },
    atPoint: async () => ({ found: [], billed: 0 }),
    byId: async () => ({ found: [], billed: 0 }),
  },
  geocoder: {
    forward: async () => ({ found: [], billed: 1 }),
    reverse: async () => ({ found: null, billed: 1 }),
    suggest: async () => ({ found: [], billed: 0 }),
  },
}

function parcel(n: number): ParcelRecord {
  return {
    id: `${n}`,
    parcelId: `49-${n}`,
    address: `${n} Sample St`,
    streetNumber: `${n}`,
    streetName: 'Sample St',
    city: 'Sampleton',
    state: 'IN',
    zipCode: '00000',
    neighborhood: 'Sample Park',
    ownerName: null,
    ownerAddress: null,
    headline: `${n} Sample St`,
    category: 'parcel',
    type: null,
    outline: null,
    facts: {},
    centroid: { lat: 39.77, lng: -86.16 },
    source: 'parcels:sample',
  }
}
