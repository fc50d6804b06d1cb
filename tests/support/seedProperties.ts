import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { cellOf } from '../../api/domain/cells.ts'
import { pointKey, type Point } from '../../api/domain/point.ts'

export interface PropertySeed {
  tenantId: string
  reps: { id: string }[]
  count: number
  /** Otherwise the properties have no tags and cannot be searched, but seeding is much faster. */
  searchable: boolean
}

/** Meters between neighbors and between streets: over 1,000 properties per square kilometer, as in a suburb. */
const spacingMeters = { along: 18, across: 45 }
const metersPerDegree = 111_320
const streetNames = [
  'Sample',
  'Demo',
  'Example',
  'Imaginary',
  'Pretend',
  'Made-Up',
  'Specimen',
  'Model',
  'Mock',
  'Trial',
]
const streetTypes = ['St', 'Ave', 'Ln', 'Dr', 'Ct']
const types = [
  'gutter',
  'metal_roof',
  'shingle',
  'storm',
  'tornado',
  'concrete',
  'commercial',
  'generic',
  'all_repairs',
]

/** Seeds a city with half of the properties and 30 towns around it, street by street. */
export async function seedProperties(ownerUrl: string, seed: PropertySeed): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  if (seed.searchable) await insertProperties(client, seed)
  else await insertUnsearchableProperties(client, seed)
  await client.query('vacuum analyze properties, property_tags, property_words, property_cells')
  await client.end()
}

/**
 * Inserts without tags, triggers, indexes and the splitting of words, and then counts the houses of all map squares and builds
 * the indexes at once.
 */
async function insertUnsearchableProperties(client: pg.Client, seed: PropertySeed): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid in ('properties'::regclass, 'property_tags'::regclass) and not i.indisunique`,
  )
  await client.query('begin')
  // The role 'replica' disables triggers, including those that check foreign keys.
  await client.query('set local session_replication_role = replica')
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const { rows: functions } = await client.query<{ definition: string }>(
    `select pg_get_functiondef('words_of'::regproc) as definition`,
  )
  await client.query(
    'create or replace function words_of(p_text text) returns text language sql immutable parallel safe as $$ select p_text $$',
  )
  await insertProperties(client, seed)
  await client.query(functions[0]!.definition)
  for (const { definition } of indexes) await client.query(definition)
  await client.query(`set local work_mem = '512MB'`)
  await client.query('delete from property_cells where tenant_id = $1', [seed.tenantId])
  await client.query(
    `select count_houses(array_agg((tenant_id, assigned_to, cell, lat, lng, 1)::house_change)) from properties where tenant_id = $1`,
    [seed.tenantId],
  )
  await client.query('commit')
}

async function insertProperties(client: pg.Client, seed: PropertySeed): Promise<void> {
  const batch = 20_000
  for (let first = 0; first < seed.count; first += batch) {
    const ids: string[] = []
    const lines: string[] = []
    for (let n = first; n < Math.min(first + batch, seed.count); n += 1) {
      ids.push(randomUUID())
      lines.push(`${propertyRow(seed, n, ids.at(-1)!).join('\t')}\n`)
    }
    const copy = client.query(
      copyFrom(`copy properties (tenant_id, id, address, street_number, street_name, city, state, zip_code, lat, lng, cell,
        point5, point6, owner_name, neighborhood, assigned_to, created_by, created_at) from stdin`),
    )
    copy.end(lines.join(''))
    await once(copy, 'finish')
    if (!seed.searchable) continue
    await client.query(
      `insert into property_tags select $1, id, ($3::text[])[1 + (n * 7 % 9)], 1 from unnest($2::uuid[]) with ordinality h (id, n)
       where n % 4 > 0`,
      [seed.tenantId, ids, types],
    )
  }
}

function propertyRow({ tenantId, reps, count: houses }: PropertySeed, n: number, id: string): (string | number)[] {
  const point = pointOf(n, houses)
  const street = `${streetNames[Math.floor(n / 40) % 10]} ${Math.floor(n / 400) % 97} ${streetTypes[Math.floor(n / 13) % 5]}`
  const number = 100 + (n % 40) * 4
  // 7,919 is prime, so this visits every property once in an order unrelated to its location.
  const createdOrder = (n * 7_919) % houses
  return [
    ...[tenantId, id, `${number} ${street}`, number, street, `Sample Town ${n % 31}`, 'IN', `0${1000 + (n % 90)}`],
    ...[point.lat, point.lng, String(cellOf(point)), pointKey(point, 5), pointKey(point, 6)],
    ...[`Sample Owner ${String(n % 5000).padStart(4, '0')}`, 'Sample Park'],
    // 250 neighboring properties belong to one rep.
    ...[reps[Math.floor(n / 250) % reps.length]!.id, reps[0]!.id],
    new Date(Date.UTC(2026, 0, 1) + createdOrder * Math.floor(28_000_000_000 / houses)).toISOString(),
  ]
}

/** Every other property is in the city, the others in the towns. */
function pointOf(n: number, count: number): Point {
  const inCity = n % 2 === 0
  const town = inCity ? 0 : 1 + (Math.floor(n / 2) % 30)
  const indexInTown = Math.floor(inCity ? n / 2 : n / 60)
  const columns = Math.ceil(Math.sqrt((inCity ? count / 2 : count / 60) * (spacingMeters.across / spacingMeters.along)))
  const center = { lat: 39.77 + Math.sin(town) * 0.02 * town, lng: -86.16 + Math.cos(town * 2) * 0.03 * town }
  const north = (Math.floor(indexInTown / columns) - count / columns / 4) * spacingMeters.across
  const east = ((indexInTown % columns) - columns / 2) * spacingMeters.along
  return {
    lat: center.lat + north / metersPerDegree,
    lng: center.lng + east / (metersPerDegree * Math.cos((center.lat * Math.PI) / 180)),
  }
}
