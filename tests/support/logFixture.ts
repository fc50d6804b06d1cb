import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { connect, type Database } from '../../api/database/connection.ts'
import type { Actor } from '../../api/domain/permissions.ts'
import type { DomainEvent } from '../../api/events/catalog.ts'
import { appendEvents } from '../../api/log/append.ts'
import { createTestDatabase } from './database.ts'

/** An event with its time, and optionally its subject and actor. */
export type TestEvent = DomainEvent & { at: string; subjectId?: string; actorId?: string }

/** A database for tests that append events and read what is computed from them. */
export interface LogFixture {
  /** Connects as the application does. */
  app: Database
  /** Connects as the tables' owner. */
  owner: pg.Client
  ownerUrl: string
  /** Creates a tenant with this time zone and these events; returns its id. */
  createTenantLog(timeZone: string, ...facts: TestEvent[]): Promise<string>
  write(tenantId: string, ...facts: TestEvent[]): Promise<void>
  teardown(): Promise<void>
}

export async function createLogFixture(): Promise<LogFixture> {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const app = await connect(database.url, { poolSize: 6 })

  async function write(tenantId: string, ...facts: TestEvent[]): Promise<void> {
    if (facts.length === 0) return
    await app.within({ tenantId }, (em) =>
      appendEvents(
        em,
        tenantId,
        facts.map(({ at, subjectId, actorId, ...fact }) => ({
          ...fact,
          eventId: randomUUID(),
          occurredAt: new Date(at),
          subjectId: subjectId ?? null,
          envelope: { actor: actorId ? actorOf(actorId, tenantId) : null, requestId: randomUUID() },
        })),
      ),
    )
  }

  return {
    app,
    owner,
    ownerUrl: database.ownerUrl,
    write,
    async createTenantLog(timeZone, ...facts) {
      const tenantId = randomUUID()
      await owner.query('insert into tenants (id, name, company_name, time_zone) values ($1, $2, $2, $3)', [
        ...[tenantId, 'Sample Tenant', timeZone],
      ])
      await write(tenantId, ...facts)
      return tenantId
    },
    async teardown() {
      await app.close()
      await owner.end()
      await database.close()
    },
  }
}

function actorOf(userId: string, tenantId: string): Actor {
  return {
    userId,
    tenantId,
    sessionId: randomUUID(),
    email: '',
    fullName: 'Sample Rep',
    role: 'sales_rep',
    viewedRole: null,
    mustChangePassword: false,
  }
}
