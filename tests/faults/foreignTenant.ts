import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createDocument, paragraphs, plainSection } from '../support/documents/createDocument.ts'
import { photoForm, uploadPhoto } from '../support/photos.ts'
import { rest } from '../support/client.ts'
import { addUser, createTestTenant, type TestUser } from '../support/testTenant.ts'
import { idKinds, type IdKind } from './ids.ts'

/** A word in every text of the foreign tenant. */
export const foreignMarker = 'Zqforeign'

/** A tenant with a row of every kind, none of which another tenant may see or change. */
export interface ForeignTenant {
  tenantId: string
  /** The headers of its owner's requests. */
  headers: Record<string, string>
  /** Its ids of every kind. */
  ids: Partial<Record<IdKind, string[]>>
  /** All ids in its rows. */
  allIds: Set<string>
  /** A hash of all its rows. */
  checksum(): Promise<string>
}

export async function createForeignTenant(client: pg.Client, ownerUrl: string, url: string): Promise<ForeignTenant> {
  const { tenantId } = await createTestTenant(ownerUrl, { reps: 0, propertiesPerRep: 0 })
  await client.query('update tenants set name = $2, company_name = $2 where id = $1', [
    tenantId,
    `${foreignMarker} Roofs`,
  ])
  const owner = await addUser(client, tenantId, 'owner', `${foreignMarker} Owner`)
  const rep = await addUser(client, tenantId, 'sales_rep', `${foreignMarker} Rep`)
  const post = async (path: string, body: object, { token } = rep) => {
    const answer = await rest(url, token, 'POST', path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body['data'] as { id: string }
  }
  const property = {
    address: `7 ${foreignMarker} St`,
    lat: 39.9,
    lng: -86.3,
    city: `${foreignMarker} City`,
    owner_name: `${foreignMarker} Person`,
    owner_address: `9 ${foreignMarker} Ave`,
    notes: `${foreignMarker} note`,
    neighborhood: `${foreignMarker} Park`,
  }
  const saved = await post('/properties', property)
  await post('/leads', { property_id: saved.id, tag: 'storm', template_data: { note: `${foreignMarker} data` } })
  const session = await post('/crm/door-knock-session/start', {})
  const photo = await uploadPhoto(url, rep.token, await photoForm())
  const photoId = (photo.body['data'] as { id: string }).id
  const knock = { property_id: saved.id, outcome: 'talked', note: `${foreignMarker} talk`, session_id: session.id }
  await post('/crm/door-knocks', { ...knock, photo_ids: [photoId] })
  await post('/crm/targets', { user_id: rep.id, period: 'week', metric: 'doors_knocked', value: 9 }, owner)
  await post('/api-keys', { name: `${foreignMarker} key`, scope: 'full', expires_in_days: 9 }, owner)
  await uploadTemplate(url, owner.token)
  await post('/saved-views', { list: 'leads', name: `${foreignMarker} view`, query: 'status=new' }, owner)
  await runExport(url, owner, (await post('/exports', { list: 'leads' }, owner)).id)
  return {
    tenantId,
    headers: { authorization: `Bearer ${owner.token}` },
    ids: await readIds(client, tenantId),
    allIds: await readAllIds(client, tenantId),
    checksum: () => checksumOf(client, tenantId),
  }
}

/** Waits until the export has ended: its rows must not change any more. */
async function runExport(url: string, { token }: TestUser, id: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(50)) {
    const { body } = await rest(url, token, 'GET', `/jobs/${id}`)
    const { status } = body['data'] as { status: string }
    if (status === 'done') return
    if (status === 'failed' || Date.now() > deadline) throw new Error(`The export is ${status}.`)
  }
}

async function uploadTemplate(url: string, token: string): Promise<void> {
  const content = createDocument({ body: paragraphs(`${foreignMarker} letter to {owner_name}`) + plainSection })
  const form = new FormData()
  form.append('tag', 'storm')
  form.append('file', new Blob([new Uint8Array(content)]), `${foreignMarker}.docx`)
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await fetch(`${url}/api/templates/upload`, { method: 'POST', body: form, headers })
  if (status !== 201) throw new Error(`The template could not be uploaded: ${status}`)
}

/** Its ids by kind. Parcels belong to no tenant. */
async function readIds(client: pg.Client, tenantId: string): Promise<ForeignTenant['ids']> {
  const conditions: Partial<Record<IdKind, string>> = {
    tenant: 'id = $1',
    apiKey: 'user_id in (select id from users where tenant_id = $1)',
  }
  const ids: ForeignTenant['ids'] = {}
  for (const [kind, [table, column]] of Object.entries(idKinds) as [IdKind, readonly [string, string]][]) {
    if (kind === 'parcel') continue
    const { rows } = await client.query<{ id: string }>(
      `select ${column}::text as id from ${table} where ${conditions[kind] ?? 'tenant_id = $1'}`,
      [tenantId],
    )
    if (rows.length === 0) throw new Error(`The foreign tenant has no ${kind}.`)
    ids[kind] = rows.map(({ id }) => id)
  }
  return ids
}

/** Conditions for its rows in every table that has some. */
async function tablesOf(client: pg.Client): Promise<[table: string, condition: string][]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  )
  const ofUsers = 'user_id in (select id from users where tenant_id = $1)'
  return [
    ...rows.map(({ name }): [string, string] => [name, 'tenant_id = $1']),
    ['tenants', 'id = $1'],
    ['api_keys', ofUsers],
    ['sessions', ofUsers],
  ]
}

async function readAllIds(client: pg.Client, tenantId: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const [table, condition] of await tablesOf(client)) {
    const { rows } = await client.query<{ id: string }>(
      `select distinct (regexp_matches(t::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1] as id from ${table} t where ${condition}`,
      [tenantId],
    )
    for (const { id } of rows) ids.add(id)
  }
  // The row that stands for all reps of a tenant has the same id in every tenant.
  ids.delete('00000000-0000-0000-0000-000000000000')
  return ids
}

async function checksumOf(client: pg.Client, tenantId: string): Promise<string> {
  const sums: string[] = []
  for (const [table, condition] of await tablesOf(client)) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${table} t where ${condition}`,
      [tenantId],
    )
    sums.push(`${table} ${rows[0]!.sum}`)
  }
  return sums.join('\n')
}
