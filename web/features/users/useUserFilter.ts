import { useSearchParams } from 'react-router-dom'
import type { AccountStatus, Role, UserFilter } from '../../gql/graphql.ts'
import { roleLabels } from '../../ui/roles.ts'
import { accountStatusLabels } from './AccountStatusBadge.tsx'

export const ALL = 'ALL'

/** The values of the three filters. ALL means that a filter is not set. */
export interface UserFilters {
  tenantId: string
  role: Role | typeof ALL
  status: AccountStatus | typeof ALL
}

const paramNames = { tenantId: 'tenant', role: 'role', status: 'status' } as const

/** The filters, stored in the URL so that links and Back restore them. */
export function useUserFilter() {
  const [params, setParams] = useSearchParams()
  const filters: UserFilters = {
    tenantId: params.get(paramNames.tenantId) ?? ALL,
    role: parseOption(params.get(paramNames.role), roleLabels),
    status: parseOption(params.get(paramNames.status), accountStatusLabels),
  }
  const set = (change: Partial<UserFilters>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          const key = paramNames[name as keyof UserFilters]
          if (value === ALL) next.delete(key)
          else next.set(key, value)
        }
        return next
      },
      { replace: true },
    )
  const isFiltered = Object.values(filters).some((value) => value !== ALL)
  return { filters, set, narrowed: isFiltered, clear: () => set({ tenantId: ALL, role: ALL, status: ALL }) }
}

/** The filters as GraphQL input, without those that are not set. */
export function toFilterInput({ tenantId, role, status }: UserFilters): UserFilter {
  return {
    ...(tenantId === ALL ? {} : { tenantId }),
    ...(role === ALL ? {} : { role }),
    ...(status === ALL ? {} : { status }),
  }
}

function parseOption<Value extends string>(param: string | null, labels: Record<Value, string>): Value | typeof ALL {
  return param && param in labels ? (param as Value) : ALL
}
