import { queryRows, type EntityManager } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import { rowsTable } from '../database/rowsTable.ts'
import { normalizeEmail } from '../domain/auth/accounts.ts'
import type { WriteContext, WriteTransaction } from '../log/transact.ts'
import { changeLeads, lockLeads } from './leadWrites.ts'
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

/** The same for new leads. They are deleted with their leads. */
export async function storeImportLeadAssignees(
  em: EntityManager,
  tenantId: string,
  assignees: readonly { leadId: string; email: string }[],
): Promise<void> {
  if (assignees.length === 0) return
  const { values, bind } = createParameters(tenantId)
  const rows = assignees.map(({ leadId, email }) => ({ leadId, email: normalizeEmail(email) }))
  await queryRows(
    em,
    `insert into import_lead_assignees (tenant_id, lead_id, email)
     select $1, r.* from ${rowsTable({ leadId: 'uuid', email: 'text' }, rows, bind)}`,
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
 * Assigns to a new user, in the scope of their tenant, the properties and leads that files say are theirs and that belong to nobody.
 * Those that somebody has assigned since stay as they are.
 */
export async function assignImported(
  ctx: WriteContext,
  transaction: WriteTransaction,
  tenantId: string,
  user: { id: string; email: string },
): Promise<void> {
  const { em } = transaction
  const by = [tenantId, normalizeEmail(user.email)]
  const awaited = await queryRows<{ id: string }>(
    em,
    'select property_id as id from import_assignees where tenant_id = $1 and email = $2',
    by,
  )
  const awaitedLeads = await queryRows<{ id: string }>(
    em,
    'select lead_id as id from import_lead_assignees where tenant_id = $1 and email = $2',
    by,
  )
  if (awaited.length + awaitedLeads.length === 0) return
  const toUser = <Row extends { assignedTo: string | null }>(rows: readonly Row[]) =>
    rows.filter(({ assignedTo }) => !assignedTo).map((before) => ({ before, change: { assignedTo: user.id } }))
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  await changeProperties(ctx, transaction, tenantId, toUser(await lockProperties(em, tenantId, idsOf(awaited))))
  await changeLeads(ctx, transaction, tenantId, toUser(await lockLeads(transaction, tenantId, idsOf(awaitedLeads))))
  await queryRows(em, 'delete from import_assignees where tenant_id = $1 and email = $2', by)
  await queryRows(em, 'delete from import_lead_assignees where tenant_id = $1 and email = $2', by)
}
