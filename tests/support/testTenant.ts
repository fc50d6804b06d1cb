import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { cellOf } from '../../api/domain/cells.ts'
import { hashPassword } from '../../api/domain/auth/passwords.ts'
import { pointKey } from '../../api/domain/point.ts'
import { hashToken } from '../../api/usecases/auth/sessions.ts'

export interface TestUser {
  id: string
  token: string
}

/** A tenant with signed-in users and properties, without any activity. */
export interface TestTenant {
  tenantId: string
  owner: TestUser
  reps: TestUser[]
  /** `properties[n]` are the ids of the properties assigned to `reps[n]`. */
  properties: string[][]
}

/** Inserts a tenant into the migrated database at `ownerUrl`. Its log is empty. */
export async function createTestTenant(
  ownerUrl: string,
  size: { reps: number; propertiesPerRep: number },
): Promise<TestTenant> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const tenantId = randomUUID()
    await client.query('insert into tenants (id, name, company_name) values ($1, $2, $2)', [tenantId, 'Sample Tenant'])
    const owner = await addUser(client, tenantId, 'owner', 'Sample Owner')
    const reps: TestUser[] = []
    const properties: string[][] = []
    for (let n = 0; n < size.reps; n += 1) {
      const rep = await addUser(client, tenantId, 'sales_rep', `Sample Rep ${String(n).padStart(2, '0')}`)
      reps.push(rep)
      properties.push(await addProperties(client, tenantId, rep.id, n, size.propertiesPerRep))
    }
    return { tenantId, owner, reps, properties }
  } finally {
    await client.end()
  }
}

/** Inserts a user with an open session; a global admin has no tenant. */
export async function addUser(
  client: pg.Client,
  tenantId: string | null,
  role: string,
  fullName: string,
): Promise<TestUser> {
  const id = randomUUID()
  const email = `${id}@example.invalid`
  await client.query(
    `insert into users (id, email, email_key, full_name, role, tenant_id, password_hash, status)
     values ($1, $2, $2, $3, $4, $5, 'none', 'active')`,
    [id, email, fullName, role, tenantId],
  )
  return { id, token: await addSession(client, id) }
}

/** The server accepts ten sockets of a user; some are left for those that it has not seen closing. */
const socketsPerWatcher = 5

/** Inserts as many admins as are needed to open `count` sockets, and returns their tokens. */
export async function addWatchers(ownerUrl: string, tenantId: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const tokens: string[] = []
  while (tokens.length * socketsPerWatcher < count)
    tokens.push((await addUser(client, tenantId, 'admin', 'Sample Watcher')).token)
  await client.end()
  return tokens
}

/** Inserts another session of a user and returns its token. */
export async function addSession(client: pg.Client, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `insert into sessions (token_hash, id, user_id, expires_at) values ($1, $2, $3, now() + interval '24 hours')`,
    [hashToken(token), randomUUID(), userId],
  )
  return token
}

/** Gives a user of `addUser` a password, so that they can sign in with it and prove it. */
export async function setPassword(client: pg.Client, userId: string, password: string): Promise<void> {
  await client.query('update users set password_hash = $2 where id = $1', [userId, await hashPassword(password)])
}

async function addProperties(client: pg.Client, tenantId: string, repId: string, street: number, count: number) {
  const properties = Array.from({ length: count }, (_, n) => {
    const point = { lat: 39.7 + street / 1_000, lng: -86.2 + n / 10_000 }
    return {
      id: randomUUID(),
      address: `${n + 1} Sample St ${street}`,
      street_number: `${n + 1}`,
      ...point,
      cell: `${cellOf(point)}`,
      point5: pointKey(point, 5),
      point6: pointKey(point, 6),
    }
  })
  await client.query(
    `insert into properties (tenant_id, id, address, street_number, lat, lng, cell, point5, point6, neighborhood, assigned_to, created_by)
     select $1, d.id, d.address, d.street_number, d.lat, d.lng, d.cell, d.point5, d.point6, 'Sample Park', $2, $2
     from jsonb_to_recordset($3) as d (id uuid, address text, street_number text, lat float8, lng float8, cell bigint, point5 text, point6 text)`,
    [tenantId, repId, JSON.stringify(properties)],
  )
  return properties.map(({ id }) => id)
}
