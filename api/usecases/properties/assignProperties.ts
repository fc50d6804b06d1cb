import type { Context } from '../../context.ts'
import { rowsWithDistinctIds } from '../../database/onlyRow.ts'
import { NotFound, Refused, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize } from '../../domain/permissions.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { assertActiveUsers } from './assignableUsers.ts'
import { listProperties } from './propertyList.ts'
import type { PropertyFilter } from './propertyFilters.ts'
import { changeProperties, type LockedProperty, lockProperties } from '../../records/propertyWrites.ts'
import { readProperties } from './readProperty.ts'

/** The properties to assign: these, or all that match a filter. Exactly one is given. */
export interface PropertySelection {
  ids?: readonly string[] | null
  filter?: PropertyFilter | null
}

/** The maximum number of properties in one transaction, which locks the tenant's log and must be short. */
const maxBatchSize = 1_000
/** The maximum number of properties that are assigned by a filter. */
const maxFilteredProperties = 10_000

/**
 * Assigns properties to a user, or to nobody with null, and returns how many changed, each with an event. Selected ids, at
 * most 1,000, are changed all or none; the properties of a filter, at most 10,000, in batches of 1,000. Throws `NotFound` for
 * an unknown property, and `Refused` unless the user is an active member of the tenant.
 */
export async function assignProperties(
  ctx: Context,
  { ids, filter }: PropertySelection,
  userId: string | null,
): Promise<number> {
  authorize(ctx.actor, 'property.assign')
  check(!ids !== !filter, 'Choose either properties or a filter.')
  const assigneeId = userId === null ? null : parseId(userId, 'User')
  const selected = ids ? await findSelected(ctx, ids) : await findFiltered(ctx, filter!)
  const tenantIds = new Set(selected.map(({ tenantId }) => tenantId))
  check(tenantIds.size <= 1, 'Choose properties of one tenant')
  const [tenantId] = tenantIds
  let changed = 0
  for (let offset = 0; offset < selected.length; offset += maxBatchSize) {
    const batchIds = selected.slice(offset, offset + maxBatchSize).map(({ id }) => id)
    changed += await transactInTenant(ctx, tenantId!, async (transaction) => {
      const properties = await lockProperties(transaction.em, tenantId!, batchIds)
      if (ids && properties.length < batchIds.length) throw new NotFound('Property not found')
      return assign(ctx, transaction, tenantId!, properties, assigneeId)
    })
  }
  return changed
}

async function findSelected(
  ctx: Context,
  ids: readonly string[],
): Promise<readonly { tenantId: string; id: string }[]> {
  const distinctIds = [...new Set(ids.map((id) => parseId(id, 'Property')))]
  check(distinctIds.length > 0, 'Please select properties')
  if (distinctIds.length > maxBatchSize)
    throw new Refused(`Choose at most ${maxBatchSize.toLocaleString('en-US')} properties at once.`)
  const found = rowsWithDistinctIds(await readProperties(ctx, distinctIds))
  if (found.length < distinctIds.length) throw new NotFound('Property not found')
  return found
}

async function findFiltered(ctx: Context, filter: PropertyFilter): Promise<{ tenantId: string; id: string }[]> {
  const page = { limit: maxFilteredProperties }
  const { items, hasNextPage } = await listProperties(ctx, filter, page, null, ['tenantId', 'id'])
  if (hasNextPage)
    throw new Refused(
      `At most ${maxFilteredProperties.toLocaleString('en-US')} properties can be assigned at once. Filter further.`,
    )
  return items
}

async function assign(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
  properties: readonly LockedProperty[],
  assigneeId: string | null,
): Promise<number> {
  if (assigneeId) await assertActiveUsers(transaction, [assigneeId])
  const changed = properties
    .filter(({ assignedTo }) => (assignedTo ?? null) !== assigneeId)
    .map((before) => ({ before, change: { assignedTo: assigneeId } }))
  await changeProperties(ctx, transaction, tenantId, changed)
  return changed.length
}
