import pg from 'pg'
import { expect } from 'vitest'
import { loadTown } from '../../api/demo/town/load.ts'
import { testDatabase } from '../database.ts'
import { startServer, type TestServer } from '../server.ts'
import { addPerson, makeWorld, type Person, type World } from '../world.ts'
import { type Answer, graphql, rest } from './client.ts'

/** What an answer holds, whose shape the test itself says. */
export type Json = Answer['body'][string]

/** A server with a team of an owner and two reps, and another team that must notice nothing. */
export interface Team {
  server: TestServer
  world: World
  owner: Person
  rep: Person
  colleague: Person
  stranger: World
  /** A global admin. */
  boss: Person
  /** Connects as the owner of the database. */
  db: pg.Client
  /** Where the application's own role connects. */
  appUrl: string
  /** The data of a GraphQL request that must succeed. */
  ask(person: Person, query: string, variables?: object): Promise<Json>
  /** The code with which a GraphQL request is refused; undefined when it is not. */
  refusal(person: Person, query: string, variables?: object): Promise<string | undefined>
  /** A house that the person saves, at a place of its own unless told. */
  save(person: Person, more?: object): Promise<Record<string, Json>>
  end(): Promise<void>
}

interface TeamOptions {
  /** With the houses and parcels of the demo town. */
  town?: boolean
  /** Of two reps. */
  doorsEach?: number
  env?: Record<string, string>
}

export async function startTeam(options: TeamOptions = {}): Promise<Team> {
  const database = await testDatabase()
  const db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  if (options.town) {
    await db.query('begin')
    await loadTown(db)
    await db.query('commit')
  }
  const world = await makeWorld(database.ownerUrl, { reps: 2, doorsEach: options.doorsEach ?? 1 })
  const stranger = await makeWorld(database.ownerUrl, { reps: 1, doorsEach: 1 })
  const boss = await addPerson(db, null, 'global_admin', 'Sample Boss')
  const server = await startServer({ databaseUrl: database.ownerUrl, env: options.env })
  const [rep, colleague] = world.reps as [Person, Person]
  let street = 100

  return {
    ...{ server, world, owner: world.owner, rep, colleague, stranger, boss, db },
    appUrl: database.url,
    async ask(person, query, variables = {}) {
      const { data, errors } = await graphql(server.url, person.token, query, variables)
      if (errors) throw new Error(JSON.stringify(errors))
      return data as Json
    },
    async refusal(person, query, variables = {}) {
      const { errors } = await graphql(server.url, person.token, query, variables)
      return errors?.[0].extensions.code as string | undefined
    },
    async save(person, more = {}) {
      street += 1
      const place = { address: `5 Sample Ln ${street}`, lat: 38 + street / 1_000, lng: -87 }
      const { status, body } = await rest(server.url, person.token, 'POST', '/properties', { ...place, ...more })
      expect([status, body]).toEqual([201, expect.anything()])
      return body['data']
    },
    async end() {
      await server.stop()
      await db.end()
      await database.close()
    },
  }
}
