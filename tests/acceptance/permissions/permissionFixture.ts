import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Router } from 'express'
import { readConfig } from '../../../api/config.ts'
import { connect } from '../../../api/database/connection.ts'
import { cellOf } from '../../../api/domain/cells.ts'
import { pointKey } from '../../../api/domain/point.ts'
import { connectLive } from '../../../api/live/live.ts'
import { makeServer } from '../../../api/server.ts'
import { createServices } from '../../../api/services/services.ts'
import { createTestDatabase } from '../../support/database.ts'
import { connectToNodeOf } from '../../support/databaseNodes.ts'
import { addUser, addSession, createTestTenant, type TestUser, type TestTenant } from '../../support/testTenant.ts'

/** The kinds of entity that operations act on. Each has a factory below. */
export type EntityKind =
  | 'property'
  | 'lead'
  | 'knock'
  | 'photo'
  | 'knockSession'
  | 'template'
  | 'webhook'
  | 'webhookDelivery'
  | 'savedView'
  | 'outcome'
  | 'doNotKnock'
  | 'permit'
  | 'registry'
  | 'forgottenHousehold'
  | 'territory'
  | 'pass'
  | 'invitation'
  | 'user'
  | 'pendingUser'
  | 'tenant'
  | 'spareTenant'
  | 'job'
  | 'importJob'
  | 'parcelImport'
  | 'liveParcelImport'

/** Two tenants with users of every role, a server in this process, and factories for entities. */
export interface PermissionFixture {
  url: string
  own: TestTenant
  foreign: TestTenant
  admin: TestUser
  globalAdmin: TestUser
  /** An owner who must change their password. */
  due: TestUser
  /** Every route of the server, such as 'GET /leads/:id'. */
  routes: string[]
  /** Creates an entity that belongs to `ownerId`, with this id if one is given, and returns its id. */
  make(thing: EntityKind, tenantId: string, ownerId: string, id?: string): Promise<string>
  /** The same user with a new session. */
  signInAgain(person: TestUser): Promise<TestUser>
  teardown(): Promise<void>
}

export async function createPermissionFixture(): Promise<PermissionFixture> {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const own = await createTestTenant(database.ownerUrl, { reps: 2, propertiesPerRep: 0 })
  const foreign = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 0 })
  const admin = await addUser(owner, own.tenantId, 'admin', 'Sample Admin')
  const globalAdmin = await addUser(owner, null, 'global_admin', 'Sample Boss')
  const due = await addUser(owner, own.tenantId, 'owner', 'Sample Newcomer')
  await owner.query('update users set must_change_password = true where id = $1', [due.id])

  const config = readConfig({ SIGNUP: 'open', PARCEL_IMPORT: 'owners', DATABASE_URL: database.ownerUrl })
  const connection = await connect(database.url, { poolSize: 4 })
  const live = connectLive(database.url)
  const services = await createServices(config, connection)
  const factories: Record<EntityKind, EntityFactory> = {
    ...entityFactories,
    webhookDelivery: webhookDelivery(database.ownerUrl),
  }
  const failures: unknown[] = []
  const log = (error: unknown) => void failures.push(error)
  const { server, stop } = await makeServer({
    config,
    database: connection,
    live,
    services,
    now: () => new Date(),
    log,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    own,
    foreign,
    admin,
    globalAdmin,
    due,
    routes: listRoutes(server.listeners('request')),
    make: (thing, tenantId, ownerId, id) => factories[thing](owner, tenantId, ownerId, id),
    signInAgain: async ({ id }) => ({ id, token: await addSession(owner, id) }),
    teardown: async () => {
      await stop()
      await live.close()
      await connection.close()
      await owner.end()
      await database.close()
      if (failures.length > 0) throw new AggregateError(failures, 'The server met errors that it did not expect.')
    },
  }
}

/** Lists the routes under /api from express's own routers. */
function listRoutes(listeners: unknown[]): string[] {
  const app = listeners.find((listener) => typeof listener === 'function' && 'router' in listener) as {
    router: Router
  }
  const found: string[] = []
  const visit = (router: Router) => {
    for (const { route, handle } of router.stack) {
      if (route && typeof route.path === 'string')
        found.push(...route.stack.map(({ method }) => `${method.toUpperCase()} ${route.path}`))
      else if ('stack' in handle) visit(handle as unknown as Router)
    }
  }
  visit(app.router)
  return [...new Set(found)]
}

type EntityFactory = (client: pg.Client, tenantId: string, ownerId: string, id?: string) => Promise<string>
let made = 0

const property: EntityFactory = async (client, tenantId, ownerId, id = randomUUID()) => {
  const point = { lat: 40 + (made += 1) / 1_000, lng: -87 }
  await client.query(
    `insert into properties (tenant_id, id, address, street_number, lat, lng, cell, point5, point6, assigned_to, created_by)
     values ($1, $2, $3, '1', $4, $5, $6, $7, $8, $9, $9)`,
    [
      tenantId,
      id,
      `${made} Matrix St`,
      point.lat,
      point.lng,
      `${cellOf(point)}`,
      pointKey(point, 5),
      pointKey(point, 6),
      ownerId,
    ],
  )
  return id
}

const account =
  (status: 'active' | 'pending'): EntityFactory =>
  async (client, tenantId) => {
    const { id } = await addUser(client, status === 'pending' ? null : tenantId, 'sales_rep', 'Sample Colleague')
    await client.query('update users set status = $2 where id = $1', [id, status])
    return id
  }

const webhook: EntityFactory = async (client, tenantId, ownerId) => {
  const id = randomUUID()
  await client.query(
    `insert into webhooks (tenant_id, id, url, types, secret, created_by, created_at, position)
     values ($1, $2, 'https://hooks.example/', '{UserEdited}', 'whsec_', $3, now(), 0)`,
    [tenantId, id, ownerId],
  )
  return id
}

/** A delivery of an event that records that the webhook was disabled. It is appended on the node of the tenant, as the server does. */
const webhookDelivery =
  (ownerUrl: string): EntityFactory =>
  async (client, tenantId, ownerId) => {
    const id = randomUUID()
    const event = {
      event_id: randomUUID(),
      type: 'WebhookChanged',
      schema_version: 1,
      data: {},
      occurred_at: new Date(),
      request_id: id,
    }
    const node = await connectToNodeOf(ownerUrl, tenantId)
    const results = (await node
      .query(
        `begin; set local role porchlight_tenant; set local app.tenant_id = '${tenantId}';
         select position from append_activity('${tenantId}', ${pg.escapeLiteral(JSON.stringify([event]))}); commit`,
      )
      .finally(() => node.end())) as unknown as pg.QueryResult<{ position: string }>[]
    const { position } = results[3]!.rows[0]!
    await client.query(
      `insert into webhook_deliveries (tenant_id, id, webhook_id, position, type, order_key, status, created_at)
       values ($1, $2, $3, $4, 'WebhookChanged', $2, 'failed', now())`,
      [tenantId, id, await webhook(client, tenantId, ownerId), position],
    )
    return id
  }

/** A company's import of parcels in this state. */
const parcelImport =
  (status: string) =>
  async (client: pg.Client, tenantId: string, ownerId: string, id: string = randomUUID()): Promise<string> => {
    await client.query(
      `insert into parcel_datasets (name, source, parcels, owner_tenant_id, is_live) values ($1, 'county.csv', 1, $2, $3)
       on conflict do nothing`,
      [`county/${id}`, tenantId, status === 'live'],
    )
    await client.query(
      `insert into parcel_imports (tenant_id, id, name, file_name, total_bytes, received_bytes, status, dataset, created_by,
         created_at, changed_at, published_at)
       values ($1, $2, $4, 'county.csv', 3, 3, $3, 'county/' || $2::uuid, $5, now(), now(), now())`,
      [tenantId, id, status, `county-${id.slice(-12)}`, ownerId],
    )
    await client.query(
      `insert into parcel_import_parts (tenant_id, import_id, part, bytes) values ($1, $2, 0, 'pin')`,
      [tenantId, id],
    )
    return id
  }

const entityFactories: Record<Exclude<EntityKind, 'webhookDelivery'>, EntityFactory> = {
  property,
  async lead(client, tenantId, ownerId, id = randomUUID()) {
    await client.query(
      `insert into leads (tenant_id, id, property_id, tag, priority, rep_id) values ($1, $2, $3, 'storm', 'normal', $4)`,
      [tenantId, id, await property(client, tenantId, ownerId), ownerId],
    )
    return id
  },
  async photo(client, tenantId, ownerId, id = randomUUID()) {
    await client.query(
      `insert into photos (tenant_id, id, content_type, content, uploaded_by) values ($1, $2, 'image/png', 'x', $3)`,
      [tenantId, id, ownerId],
    )
    return id
  },
  async knock(client, tenantId, ownerId) {
    const id = randomUUID()
    await client.query(
      `insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at) values ($1, $2, $3, $4, 'talked', now())`,
      [tenantId, id, await property(client, tenantId, ownerId), ownerId],
    )
    return id
  },
  async knockSession(client, tenantId, ownerId) {
    const id = randomUUID()
    await client.query(
      'insert into knock_sessions (tenant_id, id, rep_id, started_at, ended_at) values ($1, $2, $3, now(), now())',
      [tenantId, id, ownerId],
    )
    return id
  },
  async template(client, tenantId, ownerId, id = randomUUID()) {
    await client.query(
      `insert into templates (tenant_id, id, filename, filename_key, size, content, uploaded_by) values ($1, $2, $3, $3, 1, 'x', $4)`,
      [tenantId, id, `${id}.docx`, ownerId],
    )
    return id
  },
  webhook,
  async savedView(client, tenantId, ownerId) {
    const id = randomUUID()
    await client.query(
      `insert into saved_views (tenant_id, id, list, name, query, owner_id, position) values ($1, $2, 'leads', 'New', 'status=new', $3, 1)`,
      [tenantId, id, ownerId],
    )
    return id
  },
  async outcome(client, tenantId) {
    const id = randomUUID()
    await client.query(
      `insert into outcomes (tenant_id, id, name, name_key, mark, color, meaning, position, retired_at)
       values ($1, $2, $3, $3, 'dog', 'slate', 'nobody_home', 1, now())`,
      [tenantId, id, `Outcome ${id}`],
    )
    return id
  },
  async doNotKnock(client, tenantId, ownerId) {
    const id = randomUUID()
    await client.query(
      `insert into do_not_knock (tenant_id, id, property_id, kind, starts_at, set_at, lifted_at)
       values ($1, $2, $3, 'asked', now(), now(), now())`,
      [tenantId, id, await property(client, tenantId, ownerId)],
    )
    return id
  },
  async permit(client, tenantId) {
    const id = randomUUID()
    await client.query(
      `insert into permits (tenant_id, id, city, area, bounds, valid_from, weekdays, from_time, to_time, badges, created_at, updated_at)
       values ($1, $2, 'Sample City', $3, '{"south": 41, "west": -88, "north": 42, "east": -87}', '2026-01-01', '{1}', '09:00', '20:00', '[]', now(), now())`,
      [
        tenantId,
        id,
        JSON.stringify({
          type: 'Polygon',
          coordinates: [
            [
              [-88, 41],
              [-87, 41],
              [-87, 42],
              [-88, 41],
            ],
          ],
        }),
      ],
    )
    return id
  },
  async registry(client, tenantId, ownerId, id = randomUUID()) {
    await client.query(
      `insert into registries (tenant_id, id, city, city_key, file_name, imported_by, created_at, saved_at, effective_from)
       values ($1, $2, 'Sample City', 'sample city|', 'sample.csv', $3, now(), now(), now())`,
      [tenantId, id, ownerId],
    )
    return id
  },
  async forgottenHousehold(client, tenantId, ownerId) {
    const id = randomUUID()
    await client.query(
      `insert into forgotten_households (tenant_id, property_id, reason, erased, forgotten_at, forgotten_by)
       values ($1, $2, 'Sample', '{}', now(), $3)`,
      [tenantId, id, ownerId],
    )
    return id
  },
  async job(client, tenantId, ownerId, id = randomUUID()) {
    await client.query(
      `insert into jobs (tenant_id, id, kind, status, input, created_by, requester, file_name, file_type, file_size,
         file_expires_at, created_at)
       values ($1, $2, 'export', 'done', '{}', $3, '{}', 'a.csv', 'text/csv', 1, now() + interval '1 day', now())`,
      [tenantId, id, ownerId],
    )
    await client.query(`insert into job_files (tenant_id, job_id, part, bytes) values ($1, $2, 0, 'a')`, [tenantId, id])
    return id
  },
  async importJob(client, tenantId, ownerId, id = randomUUID()) {
    const input = {
      list: 'properties',
      mapping: { address: 'address' },
      onDuplicate: 'skip',
      onError: 'skip',
      isDryRun: false,
      fileName: 'a.csv',
      uploadedFor: null,
    }
    const counts = { created: 1, updated: 0, skipped: 0, failed: 0 }
    await client.query(
      `insert into jobs (tenant_id, id, kind, status, input, result, created_by, requester, created_at, finished_at)
       values ($1, $2, 'import', 'done', $3, $4, $5, '{}', now(), now())`,
      [tenantId, id, input, { counts, errors: [] }, ownerId],
    )
    await client.query(`insert into import_files (tenant_id, job_id, part, bytes) values ($1, $2, 0, 'address')`, [
      tenantId,
      id,
    ])
    await client.query(
      `insert into import_outcomes (tenant_id, job_id, row, outcome, reason, unsure)
       values ($1, $2, 2, 'unsure', 'Sample.', '{"candidates": []}')`,
      [tenantId, id],
    )
    return id
  },
  /** One that the owner holds. */
  async territory(client, tenantId, ownerId) {
    const id = randomUUID()
    await client.query(
      `insert into territories (tenant_id, id, name, color, area, cells)
       values ($1, $2, 'Sample Park', 'teal', '{"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,0]]]}', '{"inside": [], "border": []}')`,
      [tenantId, id],
    )
    await client.query(
      `insert into territory_assignments (tenant_id, territory_id, user_id, from_day) values ($1, $2, $3, '2026-01-01')`,
      [tenantId, id, ownerId],
    )
    return id
  },
  async pass(client, tenantId) {
    const id = randomUUID()
    await client.query(`insert into passes (tenant_id, id, name, starts_on) values ($1, $2, 'Hail', '2026-01-01')`, [
      tenantId,
      id,
    ])
    return id
  },
  parcelImport: parcelImport('failed'),
  liveParcelImport: parcelImport('live'),
  async invitation(client, tenantId, ownerId) {
    const id = randomUUID()
    await client.query(
      `insert into invitations (tenant_id, id, token_hash, role, uses, created_by, created_at, expires_at)
       values ($1, $2, $3, 'sales_rep', 1, $4, now(), now() + interval '1 day')`,
      [tenantId, id, Buffer.from(id), ownerId],
    )
    return id
  },
  user: account('active'),
  pendingUser: account('pending'),
  tenant: async (_client, tenantId) => tenantId,
  /** A tenant without users, which can be archived. */
  async spareTenant(client) {
    const id = randomUUID()
    await client.query('insert into tenants (id, name, company_name) values ($1, $2, $2)', [id, `Spare ${id}`])
    return id
  },
}
