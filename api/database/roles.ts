import { createHmac } from 'node:crypto'

/** The application's login role: owns nothing, inherits nothing, may become the two roles below. */
export const appRole = 'porchlight_app'

/**
 * Where and as whom the application connects, given where the owner of the database does.
 * The password follows from the owner's, so that every process on every machine computes the same one.
 */
export function appUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = appRole
  url.password = appPassword(ownerUrl) ?? ''
  return url.toString()
}

/**
 * The application role's password; the migrator sets it. Null where the owner's address holds none: what would follow
 * from nothing is no secret, so then the role has none, and signs in only where PostgreSQL asks it for none.
 */
export function appPassword(ownerUrl: string): string | null {
  const { password } = new URL(ownerUrl)
  return password ? createHmac('sha256', `porchlight:${password}`).update(appRole).digest('hex') : null
}
