import { randomBytes } from 'node:crypto'
import { oncePerServer, type Context } from '../context.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { addressHashesOf, type HashedPlace } from '../domain/addresses/addressHashes.ts'

type HashContext = Pick<Context, 'caches' | 'database'>

/** The name of the row of `installation` that has the key of the hashes, which the role of tenants cannot read. */
const keyName = 'address key'

const cachedKey = (ctx: HashContext) => oncePerServer(ctx, keyName, () => ({ key: null as Buffer | null }))

/** The key of the hashes of forgotten addresses, which is made when it is first needed. */
export async function readOrCreateAddressKey(ctx: HashContext): Promise<Buffer> {
  const cached = cachedKey(ctx)
  cached.key ??= await ctx.database.within('platform', async (em) => {
    const made = JSON.stringify(randomBytes(32).toString('hex'))
    await queryRows(em, 'insert into installation values ($1, $2::jsonb) on conflict (key) do nothing', [keyName, made])
    return readKey(em)
  })
  return cached.key
}

async function readKey(em: EntityManager): Promise<Buffer> {
  const [row] = await queryRows<{ key: string }>(em, `select value #>> '{}' as key from installation where key = $1`, [
    keyName,
  ])
  return Buffer.from(row!.key, 'hex')
}

/** Keeps the hashes of a place, so that its household cannot come back. */
export async function rememberForgotten(
  em: EntityManager,
  tenantId: string,
  key: Buffer,
  place: HashedPlace,
): Promise<void> {
  await queryRows(
    em,
    `insert into forgotten_addresses (tenant_id, address_hash)
     select $1, decode(h.hash, 'hex') from unnest($2::text[]) as h (hash) on conflict do nothing`,
    [tenantId, addressHashesOf(key, tenantId, place)],
  )
}

/** The places in `places` of those whose household asked to be forgotten, in a transaction with the scope of the tenant. */
export async function findForgotten(
  ctx: HashContext,
  em: EntityManager,
  tenantId: string,
  places: readonly HashedPlace[],
): Promise<Set<number>> {
  const [any] =
    places.length === 0
      ? []
      : await queryRows(em, 'select from forgotten_addresses where tenant_id = $1 limit 1', [tenantId])
  if (!any) return new Set()
  const cached = cachedKey(ctx)
  if (!cached.key) {
    await ctx.database.setScope(em, 'platform')
    cached.key = await readKey(em)
    await ctx.database.setScope(em, { tenantId })
  }
  const { key } = cached
  const hashes = places.map((place) => addressHashesOf(key, tenantId, place))
  const found = await queryRows<{ hash: string }>(
    em,
    `select encode(address_hash, 'hex') as hash from forgotten_addresses
     where tenant_id = $1 and address_hash in (select decode(h.hash, 'hex') from unnest($2::text[]) as h (hash))`,
    [tenantId, [...new Set(hashes.flat())]],
  )
  const known = new Set(found.map(({ hash }) => hash))
  return new Set(hashes.flatMap((ofPlace, at) => (ofPlace.some((hash) => known.has(hash)) ? at : [])))
}

/** What is not saved of a house whose household asked to be forgotten, when somebody saves the house again. */
const householdFields = [
  ...['ownerName', 'ownerAddress', 'ownerSource', 'ownerPhone', 'ownerEmail'],
  ...['notes', 'accessNote', 'language'],
]

/** The facts without those of the household. */
export function withoutHousehold<Facts extends object>(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !householdFields.includes(name))) as Facts
}
