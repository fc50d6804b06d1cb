import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { TenantChoicesDocument } from '../../gql/graphql.ts'
import { useAbilities } from './MeProvider.tsx'

export interface TenantOption {
  id: string
  name: string
  archivedAt: string | null
}

const compareNames = new Intl.Collator('en-US', { numeric: true }).compare

/** All tenants by name for users who manage tenants. Empty for others and while loading. */
export function useTenantOptions(): TenantOption[] {
  const { manageTenants } = useAbilities()
  const { data } = useQuery(TenantChoicesDocument, { skip: !manageTenants })
  return useMemo(
    () => (data?.tenants.edges ?? []).map(({ node }) => node).sort((one, other) => compareNames(one.name, other.name)),
    [data],
  )
}
