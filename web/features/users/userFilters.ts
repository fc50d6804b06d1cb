import type { AccountStatus, Role, UserFilter } from '../../gql/graphql.ts'
import { activeFilters, type FilterValues, readFilters, urlFilter } from '../../lib/urlFilters.ts'
import { roleLabels } from '../../domain/roles.ts'
import { accountStatusLabels } from './AccountStatusBadge.tsx'

export const ALL = 'ALL'

const namesOf = <Name extends string>(labels: Record<Name, string>) => Object.keys(labels) as Name[]

export const userFilters = {
  search: urlFilter<string>('search', ''),
  tenantId: urlFilter<string>('tenant', ALL),
  role: urlFilter<Role | typeof ALL>('role', ALL, namesOf(roleLabels)),
  status: urlFilter<AccountStatus | typeof ALL>('status', ALL, namesOf(accountStatusLabels)),
}

/** The filter values. ALL means that a filter is not set. */
export type UserFilters = FilterValues<typeof userFilters>

/** The filters as GraphQL input, without those that are not set. The tenant of the view-as bar overrides the filter's. */
export const toFilterInput = (filters: UserFilters, chosenTenantId: string | null) =>
  activeFilters(userFilters, chosenTenantId ? { ...filters, tenantId: ALL } : filters) as UserFilter

/** The filter of a saved view. */
export const toFilterOfQuery = (query: string, chosenTenantId: string | null): UserFilter =>
  toFilterInput(readFilters(userFilters, new URLSearchParams(query)), chosenTenantId)
