import type { UserRowFragment } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Table } from '../../ui/Table.tsx'
import { classNames } from '../../ui/classNames.ts'
import { RoleBadge } from '../../domain/RoleBadge.tsx'
import { AccountStatusBadge } from './AccountStatusBadge.tsx'
import { type OpenUserDialogHandler, type SetBlocked, UserActions } from './UserActions.tsx'

export interface UserRowsProps {
  users: readonly UserRowFragment[]
  /** The user's own row has no actions. */
  myId: string
  /** Whether there is a column of actions. */
  canManage: boolean
  onOpenDialog: OpenUserDialogHandler
  onBlock: SetBlocked
}

/** The accounts as a table. Rows of pending accounts are highlighted and have an Approve button. */
export function UserTable({ users, ...rest }: UserRowsProps) {
  return (
    <Table
      columns={['User', 'Role', 'Tenant', 'Status', 'Created']}
      actions={rest.canManage}
      className="sticky left-0 z-10 w-[34%] bg-surface"
    >
      {users.map((user) => (
        <UserRow key={user.id} user={user} {...rest} />
      ))}
    </Table>
  )
}

function UserRow({ user, myId, canManage, ...rest }: Omit<UserRowsProps, 'users'> & { user: UserRowFragment }) {
  const background = user.status === 'PENDING' ? 'bg-warn-tint' : 'bg-surface group-hover:bg-hover'
  const cell = classNames('px-3', background)
  return (
    <tr className="group border-b border-line last:border-0">
      <th scope="row" className={classNames('sticky left-0 h-14 py-1.5 pr-3 pl-5 text-left font-normal', background)}>
        <span className="flex items-center gap-2.5">
          <Avatar name={user.fullName} size={32} />
          <span className="min-w-0">
            <span className="block leading-5 font-semibold">{user.fullName}</span>
            <span className="block text-small leading-4 text-ink-2">
              {user.email}
              {user.phone && ` · ${user.phone}`}
            </span>
          </span>
        </span>
      </th>
      <td className={cell}>
        <RoleBadge role={user.role} />
      </td>
      <td className={cell}>{user.tenant?.name ?? <span className="text-ink-2">None</span>}</td>
      <td className={cell}>
        <AccountStatusBadge status={user.status} />
      </td>
      <td className={classNames(cell, 'text-ink-2')}>{formatDate(user.createdAt)}</td>
      {canManage && (
        <td className={classNames(cell, 'pr-5 text-right')}>
          <UserActions user={user} isSelf={user.id === myId} {...rest} />
        </td>
      )}
    </tr>
  )
}
