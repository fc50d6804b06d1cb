import { type AnyRole, roleLabels } from '../ui/roles.ts'
import type { StoredUser } from './storage.ts'

const KEY = 'impersonatedRole'

/** The roles a global admin may view the app as. */
export type ViewedRole = Exclude<AnyRole, 'GLOBAL_ADMIN'>

/** The viewed role that was kept, for a global admin only; nobody else gets one back (spec §4). */
export function restoreViewedRole(user: StoredUser): ViewedRole | null {
  const stored = localStorage.getItem(KEY)?.toUpperCase()
  if (user.role !== 'GLOBAL_ADMIN' || !stored || stored === 'GLOBAL_ADMIN' || !(stored in roleLabels)) return null
  return stored as ViewedRole
}

/** Keeps the viewed role under its name in the API ('sales_rep'), or forgets it. */
export function storeViewedRole(role: ViewedRole | null): void {
  if (role) localStorage.setItem(KEY, role.toLowerCase())
  else localStorage.removeItem(KEY)
}
