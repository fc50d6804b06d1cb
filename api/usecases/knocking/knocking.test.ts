import { afterAll, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { connect, type Database } from '../../database/connection.ts'
import { Malformed, Unavailable } from '../../domain/errors.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { createTestTenant } from '../../../tests/support/testTenant.ts'
import { logKnocks } from './knocking.ts'

const testServer = await createTestDatabase()
const {
  tenantId,
  reps,
  properties: doors,
} = await createTestTenant(testServer.ownerUrl, { reps: 1, propertiesPerRep: 3 })
const database = await connect(testServer.url, { poolSize: 2 })
afterAll(async () => {
  await database.close()
  await testServer.close()
})

const ctx = {
  actor: {
    ...{ userId: reps[0]!.id, sessionId: reps[0]!.id, tenantId, role: 'sales_rep', viewedRole: null },
    ...{ email: '', fullName: '', mustChangePassword: false },
  },
  requestId: '00000000-0000-4000-8000-000000000001',
  now: () => new Date(),
  live: { announce: () => undefined },
} as unknown as Context
const knocksWith = (notes: (string | null)[]) =>
  notes.map((note, at) => ({ propertyId: doors[0]![at]!, outcome: 'talked' as const, note }))

it('a knock that the database refuses is refused alone', async () => {
  const [first, second, third] = await logKnocks({ ...ctx, database }, knocksWith([null, '\ud800', null]))
  expect([first, third]).toMatchObject([{ status: 'contacted' }, { status: 'contacted' }])
  expect(second).toBeInstanceOf(Malformed)
})

it('knocks that no database takes are no answers: all of them may be sent again', async () => {
  const unavailableDatabase: Database = { ...database, query: () => Promise.reject(new Unavailable('Away.')) }
  await expect(logKnocks({ ...ctx, database: unavailableDatabase }, knocksWith([null, null]))).rejects.toThrow('Away.')
})
