import { columnsOf, selectList } from '../database/columns.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import { rowsTable } from '../database/rowsTable.ts'
import { normalizeEmail } from '../domain/auth/accounts.ts'
import { inBatches } from '../domain/batches.ts'
import type { AccountStatus, Role } from '../domain/enums.ts'
import { Conflict } from '../domain/errors.ts'
import { toSnakeCase } from '../domain/fields.ts'
import type { WriteContext, WriteTransaction } from '../log/transact.ts'

// Every write of accounts. Permissions, rules and locks are the use cases'.

/** A person with an account, as it is stored. `emailKey` is the normalized address (`normalizeEmail`), which is unique. */
export interface User {
  id: string
  email: string
  emailKey: string
  fullName: string
  role: Role
  tenantId: string | null
  phone: string | null
  passwordHash: string
  status: AccountStatus
  mustChangePassword: boolean
  /** Whether the list of what a new company has left to set up is hidden from the person. */
  checklistPutAway: boolean
  demo: boolean
  createdAt: Date
  /** The time at which the account was deleted. The row remains, because other rows refer to it by id and show its name. */
  deletedAt: Date | null
}

const columnTypes: Record<keyof User, string> = {
  ...{ id: 'uuid', email: 'text', emailKey: 'text', fullName: 'text', role: 'text', tenantId: 'uuid', phone: 'text' },
  ...{
    passwordHash: 'text',
    status: 'text',
    mustChangePassword: 'boolean',
    checklistPutAway: 'boolean',
    demo: 'boolean',
  },
  ...{ createdAt: 'timestamptz', deletedAt: 'timestamptz' },
}
const names = Object.keys(columnTypes) as (keyof User)[]
const userColumns = selectList<User>(columnsOf('u', names), names)

/** The account with this id or address, also a deleted one; null if there is none. */
export async function findAccount(
  em: EntityManager,
  by: { id: string } | { emailKey: string },
): Promise<(User & { isTenantArchived: boolean }) | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['email_key', by.emailKey]
  const [found] = await queryRows<User & { isTenantArchived: boolean }>(
    em,
    `select ${userColumns},
       exists (select from tenants t where t.id = u.tenant_id and t.archived_at is not null) as "isTenantArchived"
     from users u where u.${column} = $1`,
    [value],
  )
  return found ?? null
}

/** The fields with which no account begins. */
const laterNames = ['checklistPutAway', 'demo', 'deletedAt'] as const satisfies (keyof User)[]

export type NewUserRow = Omit<User, 'emailKey' | (typeof laterNames)[number]>

const insertedNames = names.filter((name) => !(laterNames as readonly string[]).includes(name))

/** Saves new accounts. Throws `Conflict` if one of the addresses is in use. */
export async function insertUsers(em: EntityManager, users: readonly NewUserRow[]): Promise<void> {
  const { values, bind } = createParameters()
  const rows = users.map((user) => {
    const row: Record<string, unknown> = { ...user, emailKey: normalizeEmail(user.email) }
    return `(${insertedNames.map((name) => bind(row[name])).join(', ')})`
  })
  // VALUES, because a distributed database would copy the rows of a SELECT, which it does not do into a table with row-level security.
  const saved = await queryRows(
    em,
    `insert into users (${insertedNames.map(toSnakeCase).join(', ')}) values ${rows.join(', ')}
     on conflict (email_key) do nothing returning id`,
    values,
  )
  if (saved.length < users.length) throw new Conflict('An account with this email already exists.')
}

/** Changes accounts, each with the same fields; only those of the tenant `tenantId`, if it is given. */
export async function updateUsers(
  em: EntityManager,
  changes: readonly ({ id: string } & Partial<User>)[],
  tenantId?: string,
): Promise<void> {
  const changed = Object.keys(changes[0] ?? {}) as (keyof User)[]
  if (changed.length === 0) return
  const { values, bind } = createParameters()
  const types = Object.fromEntries(changed.map((name) => [name, columnTypes[name]]))
  const sets = changed.filter((name) => name !== 'id').map((name) => `${toSnakeCase(name)} = r."${name}"`)
  const rows = rowsTable<string>(types, changes, bind)
  const isOfTenant = tenantId ? `u.tenant_id = ${bind(tenantId)}` : 'true'
  await queryRows(em, `update users u set ${sets.join(', ')} from ${rows} where u.id = r.id and ${isOfTenant}`, values)
}

/** What an import changes of an account. */
type Contact = Pick<User, 'fullName' | 'phone'>

/** Changes the names and phone numbers that differ, and records which of them did; of accounts of the tenant, as `updateUsers`. */
export async function editUsers(
  { em, record }: WriteTransaction,
  edits: readonly { before: Contact & Pick<User, 'id'>; after: Contact }[],
  tenantId?: string,
): Promise<void> {
  const columns = { fullName: 'full_name', phone: 'phone' } as const
  const changed = edits.flatMap(({ before, after }) => {
    const differing = (['fullName', 'phone'] as const).filter((name) => after[name] !== before[name])
    const { id } = before
    return differing.length > 0 ? [{ id, after, fields: differing.map((name) => columns[name]) }] : []
  })
  await inBatches(changed, async (batch) => {
    await updateUsers(
      em,
      batch.map(({ id, after: { fullName, phone } }) => ({ id, fullName, phone })),
      tenantId,
    )
    for (const { id, fields } of batch) record({ type: 'UserEdited', subjectId: id, data: { userId: id, fields } })
  })
}

/** Deletes accounts so that their addresses can be used again. Their names stay on everything they created. */
export async function deleteUsers(
  ctx: WriteContext,
  { em, record }: WriteTransaction,
  users: readonly Pick<User, 'id' | 'role'>[],
): Promise<void> {
  const values = { email: '', phone: null, passwordHash: 'none', status: 'blocked', deletedAt: ctx.now() } as const
  await inBatches(users, async (batch) => {
    await updateUsers(
      em,
      batch.map(({ id }) => ({ id, emailKey: `deleted ${id}`, ...values })),
    )
    for (const { id, role } of batch) record({ type: 'UserDeleted', subjectId: id, data: { userId: id, role } })
  })
}
