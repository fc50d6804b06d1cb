import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { connect, type Database } from '../../database/connection.ts'
import { Unavailable } from '../../domain/errors.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { createTestTenant } from '../../../tests/support/testTenant.ts'
import { sync, type SyncAction } from './sync.ts'

const testDatabase = await createTestDatabase()
const { tenantId, reps, properties } = await createTestTenant(testDatabase.ownerUrl, { reps: 1, propertiesPerRep: 1 })
const database = await connect(testDatabase.url, { poolSize: 2 })
afterAll(async () => {
  await database.close()
  await testDatabase.close()
})

const ctx = {
  actor: {
    userId: reps[0]!.id,
    sessionId: reps[0]!.id,
    tenantId,
    role: 'sales_rep',
    viewedRole: null,
    email: '',
    fullName: '',
    mustChangePassword: false,
  },
  requestId: '00000000-0000-4000-8000-000000000001',
  now: () => new Date(),
  live: { announce: () => undefined },
} as unknown as Context

const propertyId = properties[0]![0]!
const makeActions = (): SyncAction[] => [
  { id: uuidv7(), kind: 'note', note: { propertyId, text: 'Ring twice.' } },
  { id: uuidv7(), kind: 'knock', knock: { propertyId, outcome: 'talked' } },
]
const outcomesOf = async (on: Database, actions: SyncAction[]) =>
  (await sync({ ...ctx, database: on }, actions)).map(({ outcome }) => outcome)

it('fails when the database becomes unavailable, and replays what it had applied when all is sent again', async () => {
  const actions = makeActions()
  const lost: Database = { ...database, call: () => Promise.reject(new Unavailable('Away.')) }
  await expect(outcomesOf(lost, actions)).rejects.toThrow('Away.')
  expect(await outcomesOf(database, actions)).toEqual(['replayed', 'applied'])
})

it('fails on an error that it does not expect', async () => {
  const broken: Database = { ...database, call: () => Promise.reject(new Error('A bug.')) }
  await expect(outcomesOf(broken, makeActions())).rejects.toThrow('A bug.')
})

it('refuses only the action that the database cannot store', async () => {
  const [note, knock] = makeActions() as [SyncAction, SyncAction]
  const unstorable = { ...note, note: { propertyId, text: 'x\ud800' } }
  expect(await outcomesOf(database, [unstorable, knock])).toEqual(['refused', 'applied'])
})

it('refuses an action that depends on a later one or on itself', async () => {
  const [note, knock] = makeActions() as [SyncAction, SyncAction]
  expect(await outcomesOf(database, [{ ...note, dependsOn: [knock.id] }, knock])).toEqual(['refused', 'applied'])
  const own = makeActions()[1]!
  expect(await outcomesOf(database, [{ ...own, dependsOn: [own.id] }])).toEqual(['refused'])
})

it('accepts an action that depends on one of an earlier request', async () => {
  const [note, knock] = makeActions() as [SyncAction, SyncAction]
  await outcomesOf(database, [note])
  expect(await outcomesOf(database, [{ ...knock, dependsOn: [note.id.toUpperCase()] }])).toEqual(['applied'])
})
