import type { Role } from '../gql/graphql.ts'
import * as labels from '../gql/labels.ts'

/** The roles with their labels. */
export const roleLabels: Record<Role, string> = labels.roleLabels
