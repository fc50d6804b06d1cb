import { createHmac } from 'node:crypto'
import { type ClientBase, escapeIdentifier } from 'pg'
import { Refused } from '../domain/errors.ts'
import { isNodeLoss } from './connection.ts'

/** The application's login role. It owns nothing and inherits nothing; it can only switch to the roles of scopes. */
export const appRole = 'porchlight_app'

/**
 * The URL with which the application connects, derived from the URL of the database owner. The password is derived too, so
 * that every process on every machine computes the same one. With `poolerUrl`, the application connects to that database.
 */
export function appUrl(ownerUrl: string, poolerUrl = ownerUrl): string {
  const url = new URL(poolerUrl)
  url.username = appRole
  url.password = appPassword(ownerUrl) ?? ''
  return url.toString()
}

/**
 * The password of the application role, which `migrate` sets. Null if the owner's URL contains no password, because anyone
 * could derive it then: the role has no password and can sign in only where PostgreSQL does not require one.
 */
export function appPassword(ownerUrl: string): string | null {
  const { password } = new URL(ownerUrl)
  return password ? createHmac('sha256', `porchlight:${password}`).update(appRole).digest('hex') : null
}

/** The line of PgBouncer's user list for the application role. Throws `Refused` if the owner's URL contains no password. */
export function pgBouncerUsers(ownerUrl: string): string {
  const password = appPassword(ownerUrl)
  if (password === null)
    throw new Refused(
      'The password of the application is derived from the password of the owner, and the URL of the database has none. Add it to the URL.',
    )
  return `"${appRole}" "${password}"\n`
}

/** The roles of scopes, which the application switches to. */
const scopeRoles = ['porchlight_tenant', 'porchlight_platform', 'porchlight_public', 'porchlight_accounts']
/** The roles of transactions and functions. */
export const ownerRoles = [...scopeRoles, 'porchlight_maintenance', 'porchlight_log']

/**
 * Creates the roles that the server lacks, and makes `member`, by default the user of the connection, a member of all and the
 * application of those of scopes.
 */
export async function ensureRoles(owner: ClientBase, member?: string): Promise<void> {
  // Roles belong to the whole server, so the start on another database may create them now.
  const run = (sql: string) =>
    owner.query(`do $$ begin ${sql}; exception when duplicate_object or unique_violation then null; end $$`)
  const { rows } = await owner.query<{ name: string }>(
    `select name from unnest($1::text[]) name where not exists (select from pg_roles where rolname = name)`,
    [[...ownerRoles, appRole]],
  )
  for (const { name } of rows) await run(`create role ${name} ${name === appRole ? 'login noinherit' : 'nologin'}`)
  const { rows: users } = await owner.query<{ name: string }>('select coalesce($1, current_user) as name', [member])
  // Whoever creates a role may administer it, but not switch to it: its privileges are the sign of a full member.
  for (const [name, privilege, roles] of [
    [users[0]!.name, 'usage', ownerRoles],
    [appRole, 'member', scopeRoles],
  ] as const) {
    const { rows: others } = await owner.query<{ role: string }>(
      'select role from unnest($1::text[]) role where not pg_has_role($2, role, $3)',
      [roles, name, privilege],
    )
    for (const { role } of others) await run(`grant ${role} to ${escapeIdentifier(name)}`)
  }
}

/** Lets the application sign in with this password, on every node. While a node is down, all keep the password of an earlier start. */
export async function setAppPassword(owner: ClientBase, password: string | null): Promise<void> {
  try {
    // Roles belong to the whole server, so the migration of another database may alter the role at the same time.
    await owner.query(`do $$ begin
      perform pg_advisory_xact_lock(hashtextextended('porchlight roles', 0));
      alter role ${appRole} login noinherit password ${password === null ? 'null' : `'${password}'`};
    exception when others then
      if sqlerrm not like '%concurrently updated%' then raise; end if;
    end $$`)
  } catch (error) {
    if (!isNodeLoss(error)) throw error
  }
}
