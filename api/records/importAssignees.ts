import { queryRows, type EntityManager } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import { rowsTable } from '../database/rowsTable.ts'
import { normalizeEmail } from '../domain/auth/accounts.ts'
import type { WriteContext, WriteTransaction } from '../log/transact.ts'
import { changeProperties, lockProperties } from './propertyWrites.ts'

/** A property that a file assigns to somebody who has no account yet. */
export interface ImportAssignee {
  propertyId: string
  email: string
}

/** Stores to whom properties are to be assigned when they have an account. */
export async function storeImportAssignees(
  em: EntityManager,
  tenantId: string,
  importId: string,
  assignees: readonly ImportAssignee[],
): Promise<void> {
  if (assignees.length === 0) return
  const { values, bind } = createParameters(tenantId, importId)
  const rows = assignees.map(({ propertyId, email }) => ({ propertyId, email: normalizeEmail(email) }))
  await queryRows(
    em,
    `insert into import_assignees (tenant_id, import_id, property_id, email)
     select $1, $2, r.* from ${rowsTable({ propertyId: 'uuid', email: 'text' }, rows, bind)} order by r."propertyId"
     on conflict (tenant_id, property_id) do update set import_id = excluded.import_id, email = excluded.email`,
    values,
  )
}

/** Forgets what an import has stored of these properties. */
export async function deleteImportAssignees(
  em: EntityManager,
  tenantId: string,
  importId: string,
  propertyIds: readonly string[],
): Promise<void> {
  await queryRows(
    em,
    'delete from import_assignees where tenant_id = $1 and import_id = $2 and property_id = any($3::uuid[])',
    [tenantId, importId, propertyIds],
  )
}

/**
 * Assigns to a new user, in the scope of their tenant, the properties that files say are theirs and that belong to nobody. Those that
 * somebody has assigned since stay as they are.
 */
export async function assignImportedProperties(
  ctx: WriteContext,
  transaction: WriteTransaction,
  tenantId: string,
  user: { id: string; email: string },
): Promise<void> {
  const { em } = transaction
  const awaited = await queryRows<{ id: string }>(
    em,
    'select property_id as id from import_assignees where tenant_id = $1 and email = $2',
    [tenantId, normalizeEmail(user.email)],
  )
  if (awaited.length === 0) return
  const properties = await lockProperties(
    em,
    tenantId,
    awaited.map(({ id }) => id),
  )
  const changes = properties
    .filter(({ assignedTo }) => !assignedTo)
    .map((before) => ({ before, change: { assignedTo: user.id } }))
  await changeProperties(ctx, transaction, tenantId, changes)
  await queryRows(em, 'delete from import_assignees where tenant_id = $1 and email = $2', [
    tenantId,
    normalizeEmail(user.email),
  ])
}
