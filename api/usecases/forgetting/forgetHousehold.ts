import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { check, Conflict, NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { transactInTenant } from '../../log/transact.ts'
import { readOrCreateAddressKey, rememberForgotten } from '../../records/forgottenAddresses.ts'
import { eraseHousehold } from '../../records/householdErasure.ts'
import { propertyRefOf } from '../../records/propertyRows.ts'
import { doorAtPoint, lockDoors, lockProperty } from '../../records/propertyWrites.ts'
import { readProperty } from '../properties/readProperty.ts'
import { findReceipt, receiptUrlOf } from './receipts.ts'

/**
 * Erases a property and its household everywhere in the data of the tenant, and keeps a receipt and keyed hashes of the address. Nothing that
 * was counted changes. Forgetting it again only returns the receipt. Throws `NotFound` for a property that the actor cannot read, `Refused` without a reason, and `Conflict` while an import runs, which
 * may have read the household.
 */
export async function forgetHousehold(ctx: Context, id: string, givenReason: string): Promise<{ receiptUrl: string }> {
  authorize(ctx.actor, 'household.forget')
  const propertyId = parseId(id, 'Property')
  const reason = givenReason.trim()
  check(reason, 'Say why the household is forgotten.', { reason: 'Say why the household is forgotten.' })
  checkLengths({ reason })
  const tenantId = requireTenant(ctx.actor)
  const isForgotten = async () => (await findReceipt(ctx, propertyId)) !== null
  if (!(await isForgotten()))
    try {
      await erase(ctx, tenantId, propertyId, reason)
    } catch (error) {
      // Another request may have forgotten it meanwhile.
      if (!(error instanceof NotFound) || !(await isForgotten())) throw error
    }
  // Also if it was forgotten before, because the process may have ended after the household was erased.
  await eraseStoredAnswers(ctx, tenantId, propertyId)
  return { receiptUrl: receiptUrlOf(propertyId) }
}

async function erase(ctx: Context, tenantId: string, propertyId: string, reason: string): Promise<void> {
  const before = await readProperty(ctx, propertyId)
  const key = await readOrCreateAddressKey(ctx)
  await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    // As who saves a house there does, so that nobody saves it between the deletion and the hashes.
    await lockDoors(em, tenantId, [doorAtPoint(before)])
    const property = await lockProperty(em, tenantId, propertyId, 'for update')
    if (doorAtPoint(property).point5 !== doorAtPoint(before).point5)
      throw new Conflict('The property was changed in the meantime. Try again.')
    await assertNoImportRuns(em, tenantId)
    await rememberForgotten(em, tenantId, key, property)
    const erased = await eraseHousehold(em, tenantId, property)
    await queryRows(
      em,
      `insert into forgotten_households (tenant_id, property_id, reason, erased, forgotten_at, forgotten_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [tenantId, propertyId, reason, JSON.stringify(erased), ctx.now(), ctx.actor!.userId],
    )
    record({ type: 'HouseholdForgotten', subjectId: propertyId, data: propertyRefOf(property) })
  })
}

async function assertNoImportRuns(em: EntityManager, tenantId: string): Promise<void> {
  const running = await queryRows(
    em,
    `select from jobs where tenant_id = $1 and kind in ('import', 'import_undo') and status in ('queued', 'running') limit 1`,
    [tenantId],
  )
  if (running.length > 0)
    throw new Conflict(
      'An import is running that may have read this household. Wait until it has ended, then try again.',
    )
}

/** Responses are stored for a day, for requests that are repeated. A repeated one is then told that its outcome is unknown. */
async function eraseStoredAnswers(ctx: Context, tenantId: string, propertyId: string): Promise<void> {
  await ctx.database.within('platform', async (em) => {
    const users = await queryRows<{ id: string }>(
      em,
      `select id from users where tenant_id = $1 or role = 'global_admin'`,
      [tenantId],
    )
    await queryRows(
      em,
      'update idempotency_keys set answer = null where user_id = any($1::uuid[]) and strpos(answer, $2) > 0',
      [users.map(({ id }) => id), propertyId],
    )
  })
}
