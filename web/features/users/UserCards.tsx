import type { UserRowFragment } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classNames } from '../../ui/classNames.ts'
import { RoleBadge } from '../../domain/RoleBadge.tsx'
import { AccountStatusBadge } from './AccountStatusBadge.tsx'
import { UserActions } from './UserActions.tsx'
import type { UserRowsProps } from './UserTable.tsx'

/** The accounts as cards. */
export function UserCards({ users, ...rest }: UserRowsProps & { users: readonly UserRowFragment[] }) {
  return (
    <ul className="grid gap-3">
      {users.map((user) => (
        <UserCard key={user.id} user={user} {...rest} />
      ))}
    </ul>
  )
}

function UserCard({ user, myId, isOfOneTenant, ...rest }: UserRowsProps & { user: UserRowFragment }) {
  const isPending = user.status === 'PENDING'
  const actions = (rest.canManage || rest.linkRoles.includes(user.role)) && (
    <UserActions user={user} isSelf={user.id === myId} {...rest} className={isPending ? 'w-full' : ''} />
  )
  return (
    <li className={classNames('rounded-phone-card p-4 shadow-card', isPending ? 'bg-warn-tint' : 'bg-surface')}>
      <div className="flex items-center gap-3">
        <Avatar name={user.fullName} size={40} />
        <div className="min-w-0 flex-1">
          <h2 className="text-section wrap-anywhere">{user.fullName}</h2>
          <p className="text-small text-ink-2 wrap-anywhere">{user.email}</p>
          {user.phone && <p className="text-small text-ink-2">{user.phone}</p>}
        </div>
        {/* Approve needs a row of its own. */}
        {!isPending && actions && <div className="-mr-2 self-start">{actions}</div>}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <RoleBadge role={user.role} />
        <AccountStatusBadge status={user.status} />
        <span className={classNames('text-small text-ink-2', isOfOneTenant ? 'ml-auto' : 'w-full')}>
          {!isOfOneTenant && `${user.tenant?.name ?? 'No tenant'} · `}
          <time dateTime={user.createdAt}>{formatDate(user.createdAt)}</time>
        </span>
      </div>
      {isPending && <div className="mt-3">{actions}</div>}
    </li>
  )
}
