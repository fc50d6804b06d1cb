/** The roles with their labels. */
export type AnyRole = 'SALES_REP' | 'ADMIN' | 'OWNER' | 'GLOBAL_ADMIN'

export const roleLabels: Record<AnyRole, string> = {
  SALES_REP: 'Sales Rep',
  ADMIN: 'Admin',
  OWNER: 'Owner',
  GLOBAL_ADMIN: 'Global Admin',
}
