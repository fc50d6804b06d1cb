import { createHmac } from 'node:crypto'

/** The application's login role. It owns nothing and inherits nothing; it can only switch to the roles of scopes. */
export const appRole = 'porchlight_app'

/**
 * The URL with which the application connects, derived from the URL of the database owner. The password is derived too, so
 * that every process on every machine computes the same one.
 */
export function appUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
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
