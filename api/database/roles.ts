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
  url.password = appPassword(ownerUrl)
  return url.toString()
}

/** The application role's password; the migrator sets it. */
export function appPassword(ownerUrl: string): string {
  return createHmac('sha256', `porchlight:${new URL(ownerUrl).password}`)
    .update(appRole)
    .digest('hex')
}
