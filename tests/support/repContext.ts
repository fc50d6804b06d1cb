import { afterAll } from 'vitest'
import { createCaches, type Context } from '../../api/context.ts'
import { readConfig } from '../../api/config.ts'
import { connect } from '../../api/database/connection.ts'
import { createTestDatabase } from './database.ts'
import { createTestTenant } from './testTenant.ts'

/**
 * Creates a database with one tenant and one rep, and the context of a request by that rep, after whose commits nothing follows. The
 * database is removed after the tests of the file.
 */
export async function createRepContext({ propertiesPerRep }: { propertiesPerRep: number }) {
  const testDatabase = await createTestDatabase()
  const { tenantId, reps, properties } = await createTestTenant(testDatabase.ownerUrl, { reps: 1, propertiesPerRep })
  const database = await connect(testDatabase.url, { poolSize: 2 })
  afterAll(async () => {
    await database.close()
    await testDatabase.close()
  })
  const repId = reps[0]!.id
  const ctx = {
    actor: {
      userId: repId,
      sessionId: repId,
      tenantId,
      role: 'sales_rep',
      viewedRole: null,
      email: '',
      fullName: '',
      mustChangePassword: false,
    },
    requestId: '00000000-0000-4000-8000-000000000001',
    now: () => new Date(),
    database,
    live: { startDue: () => undefined },
    afterCommit: () => undefined,
    caches: createCaches(() => new Date()),
    config: readConfig({}),
  } as unknown as Context
  return { ctx, database, testDatabase, tenantId, repId, propertyIds: properties[0]! }
}
