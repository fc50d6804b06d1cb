import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { isStoredUuid } from '../../domain/ids.ts'

/**
 * What the map of a company asks for tiles with, so that they have the parcels that it has imported for itself; null without any. Browsers
 * and caches read tiles without a session, so it cannot be guessed, and it changes with the parcels.
 */
export async function readTileKey(
  ctx: Pick<Context, 'database' | 'caches' | 'now'>,
  tenantId: string,
): Promise<string | null> {
  const { tileKeys: keys } = ctx.caches
  const known = keys.get(tenantId)
  if (known) return known.key
  const live = await ctx.database.query<{ name: string }>(
    { tenantId },
    'select name from parcel_datasets where owner_tenant_id = $1 and is_live order by name',
    [tenantId],
  )
  // The name of each has a random id.
  const hash = createHash('sha256').update(JSON.stringify(live)).digest('base64url')
  const key = live.length > 0 ? `${tenantId}.${hash}` : null
  keys.set(tenantId, { key })
  return key
}

/** The company whose parcels a tile with this key has; null for a key that is not valid any more. */
export async function tenantOfTileKey(
  ctx: Pick<Context, 'database' | 'caches' | 'now'>,
  given: string,
): Promise<string | null> {
  const [tenantId = ''] = given.split('.', 1)
  if (!isStoredUuid(tenantId)) return null
  const key = await readTileKey(ctx, tenantId)
  const [expected, actual] = [Buffer.from(key ?? ''), Buffer.from(given)]
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? tenantId : null
}
