import pg from 'pg'
import { expect } from 'vitest'
import { loadTown } from '../../demo/town/load.ts'
import { createTestDatabase } from './database.ts'
import { startServer, type TestServer } from './server.ts'
import { addUser, createTestTenant, type TestUser, type TestTenant } from './testTenant.ts'
import { type ApiResponse, graphql, rest } from './client.ts'

/** What an answer holds, whose shape the test itself says. */
export type Json = ApiResponse['body'][string]

/** A server with a team of an owner and two reps, and another team that must notice nothing. */
export interface ServerFixture {
  server: TestServer
  world: TestTenant
  owner: TestUser
  rep: TestUser
  colleague: TestUser
  stranger: TestTenant
  /** A global admin. */
  boss: TestUser
  /** Connects as the owner of the database. */
  db: pg.Client
  /** Where the owner of the database connects. */
  ownerUrl: string
  /** Where the application's own role connects. */
  appUrl: string
  /** The data of a GraphQL request that must succeed. */
  execute(person: TestUser, query: string, variables?: object): Promise<Json>
  /** The code with which a GraphQL request is refused; undefined when it is not. */
  errorCode(person: TestUser, query: string, variables?: object): Promise<string | undefined>
  /** A house that the person saves, at a place of its own unless told. */
  saveProperty(person: TestUser, more?: object): Promise<Record<string, Json>>
  teardown(): Promise<void>
}

interface ServerFixtureOptions {
  /** With the houses and parcels of the demo town. */
  demoTown?: boolean
  /** Of two reps. */
  propertiesPerRep?: number
  env?: Record<string, string>
}

export async function createServerFixture(options: ServerFixtureOptions = {}): Promise<ServerFixture> {
  const database = await createTestDatabase()
  const db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  if (options.demoTown) {
    await db.query('begin')
    await loadTown(db)
    await db.query('commit')
  }
  const world = await createTestTenant(database.ownerUrl, { reps: 2, propertiesPerRep: options.propertiesPerRep ?? 1 })
  const stranger = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  const boss = await addUser(db, null, 'global_admin', 'Sample Boss')
  const server = await startServer({ databaseUrl: database.ownerUrl, env: options.env })
  const [rep, colleague] = world.reps as [TestUser, TestUser]
  let street = 100

  return {
    ...{ server, world, owner: world.owner, rep, colleague, stranger, boss, db },
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
      await server.stop()
      await db.end()
      await database.close()
    },
  }
}
