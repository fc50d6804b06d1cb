import pg from 'pg'
import { expect } from 'vitest'
import { loadTown } from '../../demo/town/load.ts'
import { connectToNodeOf } from './databaseNodes.ts'
import type { TestServer } from './server.ts'
import { startOwnServer, takeServer } from './sharedServer.ts'
import { addUser, createTestTenant, type TestUser, type TestTenant } from './testTenant.ts'
import { type ApiResponse, graphql, rest } from './client.ts'

/** A response body of any shape. */
export type Json = ApiResponse['body'][string]

/** A server with a new tenant (an owner, two reps) and another tenant that must stay unaffected. */
export interface ServerFixture {
  server: TestServer
  /** Another process on the same database, with the same settings. */
  takeSecondServer(): Promise<TestServer>
  testTenant: TestTenant
  owner: TestUser
  rep: TestUser
  colleague: TestUser
  otherTenant: TestTenant
  /** A global admin. */
  globalAdmin: TestUser
  /** A connection as the database's owner. */
  db: pg.Client
  /** The same to the node that holds the rows of `testTenant`: for locks that its requests meet. */
  nodeDb: pg.Client
  /** The URL for the database's owner. */
  ownerUrl: string
  /** The URL for the application's role. */
  appUrl: string
  /** Sends a GraphQL request and returns its data. Throws on errors. */
  execute(person: TestUser, query: string, variables?: object): Promise<Json>
  /** The error code of a GraphQL request; undefined when it succeeds. */
  errorCode(person: TestUser, query: string, variables?: object): Promise<string | undefined>
  /** Saves a property as the user, at new coordinates unless `more` gives some. */
  saveProperty(person: TestUser, more?: object): Promise<Record<string, Json>>
  teardown(): Promise<void>
}

export type ServerFixtureOptions = {
  /** Load the properties and parcels of the demo town. */
  demoTown?: boolean
  /** Properties of each of the two reps. */
  propertiesPerRep?: number
} & (
  | {
      /** Why the file cannot share its server with others. */
      ownServer: string
      env?: Record<string, string>
    }
  | { ownServer?: undefined; env?: undefined }
)

export async function createServerFixture(options: ServerFixtureOptions = {}): Promise<ServerFixture> {
  const { database, server, takeSecond } = await (options.ownServer ? startOwnServer(options.env) : takeServer())
  const db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  if (options.demoTown) {
    await db.query('begin')
    await loadTown(db)
    await db.query('commit')
  }
  const testTenant = await createTestTenant(database.ownerUrl, {
    reps: 2,
    propertiesPerRep: options.propertiesPerRep ?? 1,
  })
  const otherTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  const globalAdmin = await addUser(db, null, 'global_admin', 'Sample Boss')
  const nodeDb = await connectToNodeOf(database.ownerUrl, testTenant.tenantId)
  const [rep, colleague] = testTenant.reps as [TestUser, TestUser]
  let street = 100

  return {
    server,
    takeSecondServer: takeSecond,
    testTenant,
    owner: testTenant.owner,
    rep,
    colleague,
    otherTenant,
    globalAdmin,
    db,
    nodeDb,
    ownerUrl: database.ownerUrl,
    appUrl: database.url,
    async execute(person, query, variables = {}) {
      const { data, errors } = await graphql(server.url, person.token, query, variables)
      if (errors) throw new Error(JSON.stringify(errors))
      return data as Json
    },
    async errorCode(person, query, variables = {}) {
      const { errors } = await graphql(server.url, person.token, query, variables)
      return errors?.[0].extensions.code as string | undefined
    },
    async saveProperty(person, more = {}) {
      street += 1
      const place = { address: `5 Sample Ln ${street}`, lat: 38 + street / 1_000, lng: -87 }
      const { status, body } = await rest(server.url, person.token, 'POST', '/properties', { ...place, ...more })
      expect([status, body]).toEqual([201, expect.anything()])
      return body['data']
    },
    async teardown() {
      await Promise.all([db.end(), nodeDb.end()])
      await database.close()
    },
  }
}
