import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import type { Database } from '../../database/connection.ts'
import { Unavailable } from '../../domain/errors.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { sync } from './sync.ts'
import type { SyncAction } from './syncActions.ts'

const { ctx, database, propertyIds } = await createRepContext({ propertiesPerRep: 1 })
const propertyId = propertyIds[0]!
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

it('refuses a note over the quota, applies what follows, and takes the same note on the next day', async () => {
  const [note, knock] = makeActions() as [SyncAction, SyncAction]
  let now = new Date('2026-06-30T21:30:00Z')
  const limited = { ...ctx, now: () => now, config: { ...ctx.config, quotas: { ...ctx.config.quotas, notes: 1 } } }
  await sync(limited, makeActions())
  const results = await sync(limited, [note, knock])
  expect(results).toMatchObject([
    { outcome: 'refused', error: { name: 'QuotaExceeded', retryAfterSeconds: 9_000 } },
    { outcome: 'applied' },
  ])
  now = new Date('2026-07-01T00:00:00Z')
  expect((await sync(limited, [note, knock])).map(({ outcome }) => outcome)).toEqual(['applied', 'replayed'])
})
