import { type AnyRole, roleLabels } from '../ui/roles.ts'
import type { StoredUser } from './storage.ts'

const ROLE_KEY = 'impersonatedRole'
const TENANT_KEY = 'chosenTenantId'

/** The roles a global admin may view the app as. */
export type ViewAsRole = Exclude<AnyRole, 'GLOBAL_ADMIN'>

/** How a global admin looks at the app; everybody else has neither. */
export interface View {
  /** The role it is viewed as; null as themselves. */
  role: ViewAsRole | null
  /** The tenant that is looked at; null for all of them. */
  tenantId: string | null
}

export const noView: View = { role: null, tenantId: null }

/** The view that was kept, for a global admin only; nobody else gets one back (spec §4). */
export function restoreView(user: StoredUser): View {
  if (user.role !== 'GLOBAL_ADMIN') return noView
  const role = localStorage.getItem(ROLE_KEY)?.toUpperCase()
  const isKnown = role && role !== 'GLOBAL_ADMIN' && role in roleLabels
  return { role: isKnown ? (role as ViewAsRole) : null, tenantId: localStorage.getItem(TENANT_KEY) }
}

/** Keeps the view, the role under its name in the API ('sales_rep'), or forgets it. */
export function storeView({ role, tenantId }: View): void {
  setOrRemove(ROLE_KEY, role?.toLowerCase())
  setOrRemove(TENANT_KEY, tenantId)
}

function setOrRemove(key: string, value: string | null | undefined): void {
  if (value) localStorage.setItem(key, value)
  else localStorage.removeItem(key)
}
