import { Ban, KeyRound, Link2, LockOpen, Pencil, ShieldOff, Trash2 } from 'lucide-react'
import type { Role, UserRowFragment } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { UserDialogName } from './useUserDialog.ts'

type OpenUserDialogHandler = (dialog: UserDialogName, userId: string) => void
type SetBlocked = (user: UserRowFragment, blocked: boolean) => Promise<void>

export interface UserActing {
  /** Whether accounts can be changed. Without it, the only action is a link to choose a password. */
  canManage: boolean
  /** The roles of the people for whom the user can make such a link. */
  linkRoles: readonly Role[]
  onOpenDialog: OpenUserDialogHandler
  onBlock: SetBlocked
}

interface UserActionsProps extends UserActing {
  user: UserRowFragment
  /** The user's own row has no actions. */
  isSelf: boolean
  className?: string
}

/** The actions on an account. A pending account can be approved or deleted. Users cannot act on their own account. */
export function UserActions({
  user,
  isSelf,
  canManage,
  linkRoles,
  onOpenDialog,
  onBlock,
  className,
}: UserActionsProps) {
  if (isSelf) return <span className={classNames('mr-2 text-ink-2', className)}>You</span>
  const { id, fullName: name, role, status } = user
  const link = status === 'ACTIVE' && linkRoles.includes(role) && (
    <IconButton
      size="small"
      label={`Make a password link for ${name}`}
      icon={Link2}
      onClick={() => onOpenDialog('link', id)}
    />
  )
  if (!canManage) return link
  const remove = (
    <IconButton
      size="small"
      variant="destructive"
      label={`Delete ${name}`}
      icon={Trash2}
      onClick={() => onOpenDialog('delete', id)}
    />
  )
  if (status === 'PENDING') {
    return (
      <span className={classNames('inline-flex items-center gap-3', className)}>
        <Button
          size="small"
          variant="primary"
          aria-label={`Approve ${name}`}
          className="max-md:flex-1"
          onClick={() => onOpenDialog('approve', id)}
        >
          Approve
        </Button>
        {remove}
      </span>
    )
  }
  const blocked = status === 'BLOCKED'
  return (
    <span className={classNames('inline-flex items-center gap-1', className)}>
      <IconButton size="small" label={`Edit ${name}`} icon={Pencil} onClick={() => onOpenDialog('edit', id)} />
      <IconButton
        size="small"
        label={`${blocked ? 'Unblock' : 'Block'} ${name}`}
        icon={blocked ? LockOpen : Ban}
        onClick={() => void onBlock(user, !blocked)}
      />
      <IconButton
        size="small"
        label={`Reset the password of ${name}`}
        icon={KeyRound}
        onClick={() => onOpenDialog('reset', id)}
      />
      {link}
      <IconButton
        size="small"
        label={`Reset the two factors of ${name}`}
        icon={ShieldOff}
        onClick={() => onOpenDialog('two-factors', id)}
      />
      {remove}
    </span>
  )
}
