import type { Role } from '../../domain/enums.ts'
import { platformTenantId } from '../../events/catalog.ts'

/**
 * The options of `transact` for a change of this account. The event goes to the log of the account's own tenant,
 * not of the tenant that a global admin chose.
 */
export function accountScope(account: { role: Role; tenantId?: string | null } | null) {
  const tenantId = account?.role === 'global_admin' ? null : account?.tenantId
  return { scope: 'accounts', logTenantId: tenantId ?? platformTenantId } as const
}
