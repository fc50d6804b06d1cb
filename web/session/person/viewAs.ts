import { roleLabels } from '../../domain/roles.ts'
import type { Role } from '../../gql/graphql.ts'
import type { StoredUser } from './storage.ts'

const ROLE_KEY = 'impersonatedRole'
const TENANT_KEY = 'chosenTenantId'
const USER_KEY = 'impersonatedUserId'

/** The roles a global admin can view the app as. */
export type ViewAsRole = Exclude<Role, 'GLOBAL_ADMIN'>

/** What a global admin views; all are null for other users. */
export interface View {
  /** The viewed role; null for the global admin's own. */
  role: ViewAsRole | null
  /** The selected tenant; null for all. */
  tenantId: string | null
  /** The person with the viewed role whose records are shown; null for none in particular. */
  userId: string | null
}

export const noView: View = { role: null, tenantId: null, userId: null }

/** The stored view; always empty for users who are not global admins (spec §4). */
export function restoreView(user: StoredUser): View {
  if (user.role !== 'GLOBAL_ADMIN') return noView
  const role = localStorage.getItem(ROLE_KEY)?.toUpperCase()
  const isKnown = role && role !== 'GLOBAL_ADMIN' && role in roleLabels
  return {
    role: isKnown ? (role as ViewAsRole) : null,
    tenantId: localStorage.getItem(TENANT_KEY),
    userId: isKnown ? localStorage.getItem(USER_KEY) : null,
  }
}

/** Stores the view, with the role in the API's spelling ('sales_rep'). */
export function storeView({ role, tenantId, userId }: View): void {
  setOrRemove(ROLE_KEY, role?.toLowerCase())
  setOrRemove(TENANT_KEY, tenantId)
  setOrRemove(USER_KEY, userId)
}

function setOrRemove(key: string, value: string | null | undefined): void {
  if (value) localStorage.setItem(key, value)
  else localStorage.removeItem(key)
}
