import { type ReactNode, useMemo } from 'react'
import type { UserOrderField, UserRowFragment } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import type { Order } from '../../lib/urlOrder.ts'
import { ListTable } from '../../lists/ListTable.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Card } from '../../ui/Card.tsx'
import type { TableColumn } from '../../ui/dataTable/tableColumns.ts'
import { RoleBadge } from '../../domain/RoleBadge.tsx'
import { AccountStatusBadge } from './AccountStatusBadge.tsx'
import { type UserActing, UserActions } from './UserActions.tsx'
import { userList, type UserRows } from './userList.ts'

export interface UserRowsProps extends UserActing {
  /** The user's own row has no actions. */
  myId: string
  /** All accounts are of the user's own tenant, so that it is not worth a column. */
  isOfOneTenant: boolean
}

interface UserTableProps extends UserRowsProps {
  rows: UserRows
  order: Order<UserOrderField>
  onSort: (field: UserOrderField) => void
  empty: ReactNode
}

/** The accounts as a table. Rows of pending accounts are highlighted and have an Approve button. */
export function UserTable({
  myId,
  isOfOneTenant,
  canManage,
  linkRoles,
  onOpenDialog,
  onBlock,
  ...table
}: UserTableProps) {
  const columns = useMemo(
    () => userColumns({ myId, isOfOneTenant, canManage, linkRoles, onOpenDialog, onBlock }),
    [myId, isOfOneTenant, canManage, linkRoles, onOpenDialog, onBlock],
  )
  return (
    <Card>
      <ListTable {...table} list={userList} columns={columns} toneOf={toneOf} />
    </Card>
  )
}

const toneOf = ({ status }: UserRowFragment) => (status === 'PENDING' ? 'bg-warn-tint' : undefined)

type UserColumn = TableColumn<UserRowFragment, UserOrderField>

export function userColumns({ myId, isOfOneTenant, ...actions }: UserRowsProps): UserColumn[] {
  return [
    {
      id: 'user',
      label: 'User',
      field: 'NAME',
      isRowHeader: true,
      isFixed: true,
      title: ({ fullName, email, phone }) => [fullName, email, phone].filter(Boolean).join(' · '),
      cell: ({ fullName, email, phone }) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={fullName} />
          {/* Where the names would be cut, the email is below them. */}
          <span className="flex min-w-0 flex-1 items-center gap-x-2.5 @max-7xl:flex-col @max-7xl:items-start @max-7xl:*:w-full">
            <span className="w-1/3 shrink-0 truncate">{fullName}</span>
            <span className="min-w-0 flex-1 truncate font-normal text-ink-2 @max-7xl:text-small">{email}</span>
          </span>
          <span className="w-30 shrink-0 truncate font-normal text-ink-2 @max-7xl:hidden">{phone}</span>
        </span>
      ),
    },
    {
      id: 'role',
      label: 'Role',
      field: 'ROLE',
      width: 'w-35',
      cell: ({ role }) => <RoleBadge role={role} />,
    },
    {
      id: 'tenant',
      label: 'Tenant',
      field: 'TENANT',
      width: 'w-40',
      visibility: '@max-[860px]:hidden',
      isHiddenAtFirst: isOfOneTenant,
      title: ({ tenant }) => tenant?.name,
      cell: ({ tenant }) => tenant?.name ?? <span className="text-ink-2">None</span>,
    },
    {
      id: 'status',
      label: 'Status',
      field: 'STATUS',
      width: 'w-30',
      cell: ({ status }) => <AccountStatusBadge status={status} />,
    },
    {
      id: 'created',
      label: 'Created',
      field: 'CREATED_AT',
      width: 'w-31',
      visibility: isOfOneTenant ? '@max-[860px]:hidden' : '@max-[1000px]:hidden',
      align: 'right',
      cell: ({ createdAt }) => <span className="figures text-ink-2">{formatDate(createdAt)}</span>,
    },
    ...(actions.canManage || actions.linkRoles.length > 0
      ? [
          {
            id: 'actions',
            label: 'Actions',
            width: actions.canManage ? 'w-36' : 'w-24',
            align: 'right',
            isFixed: true,
            cell: (user) => <UserActions user={user} isSelf={user.id === myId} {...actions} />,
          } satisfies UserColumn,
        ]
      : []),
  ]
}
