import { useSearchParams } from 'react-router-dom'
import type { AccountStatus, Role, UserFilter } from '../../gql/graphql.ts'
import { roleLabels } from '../../ui/roles.ts'
import { statusLabels } from './AccountStatusMark.tsx'

export const ALL = 'ALL'

/** What the three filters are set to; ALL where one narrows nothing. */
export interface UserFilters {
  tenantId: string
  role: Role | typeof ALL
  status: AccountStatus | typeof ALL
}

const names = { tenantId: 'tenant', role: 'role', status: 'status' } as const

/** The filters, kept in the address so that a link and the way back lead to the same list. */
export function useUserFilter() {
  const [params, setParams] = useSearchParams()
  const filters: UserFilters = {
    tenantId: params.get(names.tenantId) ?? ALL,
    role: oneOf(params.get(names.role), roleLabels),
    status: oneOf(params.get(names.status), statusLabels),
  }
  const set = (change: Partial<UserFilters>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          const key = names[name as keyof UserFilters]
          if (value === ALL) next.delete(key)
          else next.set(key, value)
        }
        return next
      },
      { replace: true },
    )
  const narrowed = Object.values(filters).some((value) => value !== ALL)
  return { filters, set, narrowed, clear: () => set({ tenantId: ALL, role: ALL, status: ALL }) }
}

/** What the server is asked for; nothing where nothing is narrowed. */
export function filterInput({ tenantId, role, status }: UserFilters): UserFilter {
  return {
    ...(tenantId === ALL ? {} : { tenantId }),
    ...(role === ALL ? {} : { role }),
    ...(status === ALL ? {} : { status }),
  }
}

function oneOf<Word extends string>(given: string | null, words: Record<Word, string>): Word | typeof ALL {
  return given && given in words ? (given as Word) : ALL
}
