import type { UserRowFragment } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { cellClasses, rowClasses, Table } from '../../ui/Table.tsx'
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
  const cell = classNames(cellClasses, background)
  return (
    <tr className={rowClasses}>
      <th scope="row" className={classNames(cellClasses, 'sticky left-0 max-w-0 text-left font-normal', background)}>
        <span className="flex items-center gap-2.5">
          <Avatar name={user.fullName} />
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="font-semibold">{user.fullName}</span>
            <span
              title={[user.email, user.phone].filter(Boolean).join(' · ')}
              className="min-w-0 truncate text-small text-ink-2"
            >
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
        <td className={classNames(cell, 'text-right')}>
          <UserActions user={user} isSelf={user.id === myId} {...rest} />
        </td>
      )}
    </tr>
  )
}
