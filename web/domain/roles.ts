import type { Role } from '../gql/graphql.ts'

/** The roles with their labels. */
export const roleLabels: Record<Role, string> = {
  SALES_REP: 'Sales Rep',
  ADMIN: 'Admin',
  OWNER: 'Owner',
  GLOBAL_ADMIN: 'Global Admin',
}
