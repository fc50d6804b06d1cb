import type { Role } from '../gql/graphql.ts'
import * as generated from '../gql/roleLabels.ts'

/** The roles with their labels. */
export const roleLabels: Record<Role, string> = generated.roleLabels
