import { Ban, Ellipsis, KeyRound, Link2, LockOpen, Pencil, ShieldOff, Trash2 } from 'lucide-react'
import type { Role, UserRowFragment } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
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
  const open = (dialog: UserDialogName) => () => onOpenDialog(dialog, id)
  const hasLink = status === 'ACTIVE' && linkRoles.includes(role)
  if (!canManage)
    return (
      hasLink && (
        <IconButton size="small" label={`Make a password link for ${name}`} icon={Link2} onClick={open('link')} />
      )
    )
  if (status === 'PENDING') {
    return (
      <span className={classNames('inline-flex items-center gap-3', className)}>
        <Button
          size="small"
          variant="primary"
          aria-label={`Approve ${name}`}
          className="max-md:flex-1"
          onClick={open('approve')}
        >
          Approve
        </Button>
        <IconButton
          size="small"
          variant="destructive"
          label={`Delete ${name}`}
          icon={Trash2}
          onClick={open('delete')}
        />
      </span>
    )
  }
  const blocked = status === 'BLOCKED'
  return (
    <span className={classNames('inline-flex items-center gap-1', className)}>
      <IconButton size="small" label={`Edit ${name}`} icon={Pencil} onClick={open('edit')} />
      <Menu
        align="end"
        trigger={<IconButton size="small" label={`More actions for ${name}`} icon={Ellipsis} iconSize={18} />}
      >
        <MenuItem icon={<KeyRound aria-hidden size={16} />} onSelect={open('reset')}>
          Reset Password
        </MenuItem>
        {hasLink && (
          <MenuItem icon={<Link2 aria-hidden size={16} />} onSelect={open('link')}>
            Make Password Link
          </MenuItem>
        )}
        <MenuItem icon={<ShieldOff aria-hidden size={16} />} onSelect={open('two-factors')}>
          Reset Two Factors
        </MenuItem>
        <MenuItem
          icon={blocked ? <LockOpen aria-hidden size={16} /> : <Ban aria-hidden size={16} />}
          onSelect={() => void onBlock(user, !blocked)}
        >
          {blocked ? 'Unblock' : 'Block'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem destructive icon={<Trash2 aria-hidden size={16} />} onSelect={open('delete')}>
          Delete User
        </MenuItem>
      </Menu>
    </span>
  )
}
