import type { LeadOrderField } from '../../gql/graphql.ts'

export type LeadColumnId =
  'select' | 'property' | 'owner' | 'tag' | 'priority' | 'status' | 'rep' | 'tenant' | 'created' | 'actions'

export interface LeadColumn {
  id: LeadColumnId
  label: string
  /** The order that a click on the header sorts by. */
  field?: LeadOrderField
  /** A class; columns without one share the rest. */
  width?: string
  /** Classes that hide the column where the list is narrow, and so in every cell of it. */
  visibility?: string
  align?: 'right'
}

const columns: readonly LeadColumn[] = [
  { id: 'select', label: '', width: 'w-[50px]' },
  { id: 'property', label: 'Property', field: 'ADDRESS' },
  { id: 'owner', label: 'Owner', field: 'OWNER', visibility: '@max-[900px]:hidden' },
  { id: 'tag', label: 'Tag', field: 'TAG', width: 'w-[162px]' },
  { id: 'priority', label: 'Priority', field: 'PRIORITY', width: 'w-[96px]', visibility: '@max-[1140px]:hidden' },
  { id: 'status', label: 'Status', field: 'STATUS', width: 'w-[150px]' },
  {
    id: 'rep',
    label: 'Rep',
    field: 'REP',
    width: 'w-[116px] @max-[1000px]:w-[60px]',
    visibility: '@max-[720px]:hidden',
  },
  { id: 'tenant', label: 'Tenant', width: 'w-[150px]' },
  { id: 'created', label: 'Created', field: 'CREATED_AT', width: 'w-[116px]', align: 'right' },
  {
    id: 'actions',
    label: 'Actions',
    width: 'w-[132px] @min-[1240px]:w-[216px] @max-[1000px]:w-[76px]',
    align: 'right',
  },
]

/** The columns of a list: a section of one tag needs no tag, and only the lists of several tenants name them. */
export function leadColumnsOf({ grouped, withTenant }: { grouped: boolean; withTenant: boolean }): LeadColumn[] {
  return columns
    .filter(({ id }) => !(grouped && id === 'tag') && (withTenant || id !== 'tenant'))
    .map((column) => (withTenant && column.id === 'owner' ? { ...column, visibility: '@max-[1100px]:hidden' } : column))
}
