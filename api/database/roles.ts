import { createHmac } from 'node:crypto'
import type { ClientBase } from 'pg'
import { Refused } from '../domain/errors.ts'

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

/** Creates the roles that the server lacks, and makes the owner a member of all and the application of those of scopes. */
export async function ensureRoles(owner: ClientBase): Promise<void> {
  // Roles belong to the whole server, so the start on another database may create them now.
  const run = (sql: string) =>
    owner.query(`do $$ begin ${sql}; exception when duplicate_object or unique_violation then null; end $$`)
  const { rows } = await owner.query<{ name: string }>('select rolname as name from pg_roles where rolname = any($1)', [
    [...ownerRoles, appRole],
  ])
  const missing = [...ownerRoles, appRole].filter((name) => !rows.some((row) => row.name === name))
  for (const name of missing) await run(`create role ${name} ${name === appRole ? 'login noinherit' : 'nologin'}`)
  // Whoever creates a role may administer it, but not switch to it: its privileges are the sign of a full member.
  for (const [member, privilege, roles] of [
    ['current_user', 'usage', ownerRoles],
    [appRole, 'member', scopeRoles],
  ] as const) {
    const { rows: others } = await owner.query<{ name: string }>(
      `select name from unnest($1::text[]) name
       where not pg_has_role(case $2 when 'current_user' then current_user else $2 end, name, $3)`,
      [roles, member, privilege],
    )
    for (const { name } of others) await run(`grant ${name} to ${member}`)
  }
}
