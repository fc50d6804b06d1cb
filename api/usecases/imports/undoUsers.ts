import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { Role } from '../../domain/enums.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { lockAccounts } from '../auth/auth.ts'
import { inBatches } from '../../domain/batches.ts'
import type { StoredRecord } from './importedRecords.ts'
import type { UndoTally } from './undoTally.ts'

interface AccountState {
  id: string
  email: string
  role: Role
  fullName: string
  phone: string | null
  /** The account was used, or has records. */
  isUsed: boolean
}

interface AccountFields {
  fullName: string
  phone: string | null
}

/** Deletes the accounts that the import created, as `deleteUser` does, and restores those that it updated. */
export async function undoUsers(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  records: readonly StoredRecord[],
  tally: UndoTally,
): Promise<void> {
  await ctx.database.setScope(em, 'platform')
  await lockAccounts(em)
  const found = await queryRows<AccountState>(
    em,
    `select u.id, u.email, u.role, u.full_name as "fullName", u.phone, not u.must_change_password
       or exists (select from sessions s where s.user_id = u.id)
       or exists (select from properties p where p.tenant_id = $1 and p.assigned_to = u.id)
       or exists (select from leads l where l.tenant_id = $1 and l.rep_id = u.id) as "isUsed"
     from users u where u.tenant_id = $1 and u.id = any($2::uuid[]) and u.deleted_at is null`,
    [tenantId, records.map(({ id }) => id)],
  )
  const accounts = new Map(found.map((account) => [account.id, account]))
  const created: AccountState[] = []
  const updated: { id: string; before: AccountFields; fields: string[] }[] = []
  for (const stored of records) {
    const account = accounts.get(stored.id)
    if (!account) continue
    if (stored.previous === null) {
      if (account.isUsed) tally.keep(stored, `The account ${account.email} stays: it is in use.`)
      else created.push(account)
      continue
    }
    const { before, after } = stored.previous as { before: AccountFields; after: AccountFields }
    if (account.fullName === after.fullName && account.phone === after.phone) {
      const fields = [
        ...(before.fullName === after.fullName ? [] : ['full_name']),
        ...(before.phone === after.phone ? [] : ['phone']),
      ]
      updated.push({ id: account.id, before, fields })
    } else tally.keep(stored, `The account ${account.email} stays as it is: it was changed since.`)
  }
  await inBatches(created, async (batch) => {
    await queryRows(
      em,
      `update users set email = '', email_key = 'deleted ' || id, phone = null, password_hash = 'none', status = 'blocked', deleted_at = $3
       where tenant_id = $1 and id = any($2::uuid[])`,
      [tenantId, batch.map(({ id }) => id), ctx.now()],
    )
    for (const { id, role } of batch) record({ type: 'UserDeleted', subjectId: id, data: { userId: id, role } })
  })
  await inBatches(updated, async (batch) => {
    await queryRows(
      em,
      `update users u set full_name = r."fullName", phone = r.phone
       from jsonb_to_recordset($2::jsonb) as r (id uuid, "fullName" text, phone text) where u.tenant_id = $1 and u.id = r.id`,
      [tenantId, JSON.stringify(batch.map(({ id, before }) => ({ id, ...before })))],
    )
    for (const { id, fields } of batch) record({ type: 'UserEdited', subjectId: id, data: { userId: id, fields } })
  })
  tally.removed += created.length
  tally.restored += updated.length
  await ctx.database.setScope(em, { tenantId })
}
