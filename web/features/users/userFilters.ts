import type { AccountStatus, Role, UserFilter } from '../../gql/graphql.ts'
import { activeFilters, type FilterValues, urlFilter } from '../../lib/urlFilters.ts'
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

/** The filters as GraphQL input, without those that are not set. */
export const toFilterInput = (filters: UserFilters) => activeFilters(userFilters, filters) as UserFilter
