import {
  type AccountStatus,
  type Role,
  type UserFilter,
  UserListDocument,
  type UserListQuery,
  type UserOrderField,
  UserTotalDocument,
} from '../../gql/graphql.ts'
import { urlOrder } from '../../lib/urlOrder.ts'
import { defineList } from '../../lists/defineList.ts'
import type { ListRows } from '../../lists/ListBody.tsx'
import { ALL, choice, optionsOf, search, text } from '../../lists/filters.ts'
import { roleLabels } from '../../domain/roles.ts'
import { accountStatusLabels } from './AccountStatusBadge.tsx'

/** The accounts. */
export const userList = defineList<UserFilter>()({
  feature: 'users',
  list: 'USERS',
  names: ['user', 'users'],
  allLabel: 'All Users',
  failed: 'Failed to fetch users',
  document: UserListDocument,
  connectionOf: ({ users }) => users,
  isCached: true,
  pageSize: 50,
  total: { document: UserTotalDocument, countOf: ({ users }) => users.totalCount },
  toExport: (users, userOrder) => ({ list: 'USERS', users, userOrder }),
  // The newest come first at the first click.
  orders: urlOrder<UserOrderField>(['CREATED_AT', 'NAME', 'EMAIL', 'ROLE', 'TENANT', 'STATUS'], '-CREATED_AT', [
    'CREATED_AT',
  ]),
  filters: {
    search: search('Search name or email'),
    tenantId: {
      ...text('tenantId', 'Tenant', { param: 'tenant' }),
      ...{ initial: ALL, place: 'bar', allLabel: 'All Tenants', isLong: true, isTenant: true },
    },
    role: choice('role', 'Role', optionsOf<Role>(roleLabels), { allLabel: 'All Roles' }),
    status: choice('status', 'Status', optionsOf<AccountStatus>(accountStatusLabels), { allLabel: 'All Status' }),
  },
})

export type UserRows = ListRows<UserListQuery['users']>
