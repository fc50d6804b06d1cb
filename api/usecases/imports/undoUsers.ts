import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { Role } from '../../domain/enums.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { lockAccounts } from '../auth/auth.ts'
import { deleteUsers, editUsers } from '../../records/userWrites.ts'
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
  writing: WriteTransaction,
  tenantId: string,
  records: readonly StoredRecord[],
  tally: UndoTally,
): Promise<void> {
  const { em } = writing
  await ctx.database.setScope(em, 'platform')
  await lockAccounts(em)
  const ids = records.map(({ id }) => id)
  // By itself, because a distributed database does not join the sessions, which are on the coordinator, with the rows of tenants.
  const signedIn = await queryRows<{ id: string }>(
    em,
    'select distinct user_id as id from sessions where user_id = any($1::uuid[])',
    [ids],
  )
  const found = await queryRows<AccountState>(
    em,
    `select u.id, u.email, u.role, u.full_name as "fullName", u.phone, not u.must_change_password
       or u.id = any($3::uuid[])
       or exists (select from properties p where p.tenant_id = $1 and p.assigned_to = u.id)
       or exists (select from leads l where l.tenant_id = $1 and l.rep_id = u.id)
       or exists (select from territory_assignments a where a.tenant_id = $1 and a.user_id = u.id) as "isUsed"
     from users u where u.tenant_id = $1 and u.id = any($2::uuid[]) and u.deleted_at is null`,
    [tenantId, ids, signedIn.map(({ id }) => id)],
  )
  const accounts = new Map(found.map((account) => [account.id, account]))
  const created: { stored: StoredRecord; account: AccountState }[] = []
  const updated: { stored: StoredRecord; before: AccountState; after: AccountFields }[] = []
  for (const stored of records) {
    const account = accounts.get(stored.id)
    if (!account) continue
    if (stored.previous === null) {
      if (account.isUsed) tally.keep(stored, `The account ${account.email} stays: it is in use.`)
      else created.push({ stored, account })
      continue
    }
    const { before, after } = stored.previous as { before: AccountFields; after: AccountFields }
    if (account.fullName === after.fullName && account.phone === after.phone) {
      updated.push({ stored, before: account, after: before })
    } else tally.keep(stored, `The account ${account.email} stays as it is: it was changed since.`)
  }
  await deleteUsers(
    ctx,
    writing,
    created.map(({ account }) => account),
  )
  await editUsers(writing, updated)
  tally.remove(created.map(({ stored }) => stored))
  tally.restore(updated.map(({ stored }) => stored))
  await ctx.database.setScope(em, { tenantId })
}
