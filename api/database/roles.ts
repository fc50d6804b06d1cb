import { createHmac } from 'node:crypto'

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

/** The line of PgBouncer's user list for the application role. Throws if the owner's URL contains no password. */
export function pgBouncerUsers(ownerUrl: string): string {
  const password = appPassword(ownerUrl)
  if (password === null) throw new Error('The password of the application is derived from the password of the owner.')
  return `"${appRole}" "${password}"\n`
}
