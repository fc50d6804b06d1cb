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

function UserCard({ user, myId, ...rest }: UserRowsProps & { user: UserRowFragment }) {
  const actions = (rest.canManage || rest.linkRoles.includes(user.role)) && (
    <UserActions user={user} isSelf={user.id === myId} {...rest} className="flex-1 justify-between" />
  )
  return (
    <li
      className={classNames(
        'rounded-phone-card p-4 shadow-card',
        user.status === 'PENDING' ? 'bg-warn-tint' : 'bg-surface',
      )}
    >
      <div className="flex items-center gap-3">
        <Avatar name={user.fullName} size={40} />
        <div className="min-w-0 flex-1">
          <h2 className="text-section wrap-anywhere">{user.fullName}</h2>
          <p className="text-small text-ink-2 wrap-anywhere">{user.email}</p>
          {user.phone && <p className="text-small text-ink-2">{user.phone}</p>}
        </div>
        {/* One button needs no row of its own. */}
        {!rest.canManage && actions && <div className="-mr-2 self-start">{actions}</div>}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <RoleBadge role={user.role} />
        <AccountStatusBadge status={user.status} />
        {/* All accounts that others see are of their own tenant. */}
        {!rest.canManage && (
          <time dateTime={user.createdAt} className="ml-auto text-small text-ink-2">
            {formatDate(user.createdAt)}
          </time>
        )}
      </div>
      {rest.canManage && (
        <p className="mt-2 text-small text-ink-2">
          {user.tenant?.name ?? 'No tenant'} · {formatDate(user.createdAt)}
        </p>
      )}
      {rest.canManage && <div className="mt-2 -mb-1 flex">{actions}</div>}
    </li>
  )
}
