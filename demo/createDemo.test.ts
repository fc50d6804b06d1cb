import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts'
import { withClient } from '../tests/support/databaseNodes.ts'
import { createDemo } from './createDemo.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('the demo is created once by two processes that start together', async () => {
  const messages: string[] = []
  const create = () => createDemo(database.ownerUrl, { now: new Date(), log: (message) => messages.push(message) })
  await Promise.all([create(), create()])
  expect(messages).toEqual(['Creating the demo town …'])
  const { rows } = await withClient(database.ownerUrl, (client) =>
    client.query(`select (select count(*) from parcels where dataset = 'demo') > 0 as has_town,
      (select count(*) from activity_events) > 0 as has_activity`),
  )
  expect(rows).toEqual([{ has_town: true, has_activity: true }])
})
