import { afterAll, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { connect, type Database } from '../../database/connection.ts'
import { Malformed, Unavailable } from '../../domain/errors.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { createTestTenant } from '../../../tests/support/testTenant.ts'
import { logKnocks } from './knocking.ts'

const testDatabase = await createTestDatabase()
const { tenantId, reps, properties } = await createTestTenant(testDatabase.ownerUrl, { reps: 1, propertiesPerRep: 3 })
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
const knocksWith = (notes: (string | null)[]) =>
  notes.map((note, index) => ({ propertyId: properties[0]![index]!, outcome: 'talked' as const, note }))

it('rejects only the knock that the database cannot store', async () => {
  const [first, second, third] = await logKnocks({ ...ctx, database }, knocksWith([null, '\ud800', null]))
  expect([first, third]).toMatchObject([{ status: 'contacted' }, { status: 'contacted' }])
  expect(second).toBeInstanceOf(Malformed)
})

it('fails as a whole when the database is unavailable, so that all knocks are sent again', async () => {
  const unavailableDatabase: Database = { ...database, call: () => Promise.reject(new Unavailable('Away.')) }
  await expect(logKnocks({ ...ctx, database: unavailableDatabase }, knocksWith([null, null]))).rejects.toThrow('Away.')
})
