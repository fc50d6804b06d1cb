import { Ban, KeyRound, LockOpen, Pencil, ShieldOff, Trash2 } from 'lucide-react'
import type { UserRowFragment } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { UserDialogName } from './useUserDialog.ts'

export type OpenUserDialogHandler = (dialog: UserDialogName, userId: string) => void
export type SetBlocked = (user: UserRowFragment, blocked: boolean) => Promise<void>

interface UserActionsProps {
  user: UserRowFragment
  /** The user's own row has no actions. */
  isSelf: boolean
  onOpenDialog: OpenUserDialogHandler
  onBlock: SetBlocked
  className?: string
}

/** The actions on an account. A pending account can be approved or deleted. Users cannot act on their own account. */
export function UserActions({ user, isSelf, onOpenDialog, onBlock, className }: UserActionsProps) {
  if (isSelf) return <span className={classNames('text-ink-2', className)}>You</span>
  const { id, fullName: name, status } = user
  const remove = (
    <IconButton
      size="small"
      variant="destructive"
      label={`Delete ${name}`}
      icon={<Trash2 aria-hidden size={16} />}
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
      <IconButton
        size="small"
        label={`Edit ${name}`}
        icon={<Pencil aria-hidden size={16} />}
        onClick={() => onOpenDialog('edit', id)}
      />
      <IconButton
        size="small"
        label={`${blocked ? 'Unblock' : 'Block'} ${name}`}
        icon={blocked ? <LockOpen aria-hidden size={16} /> : <Ban aria-hidden size={16} />}
        onClick={() => void onBlock(user, !blocked)}
      />
      <IconButton
        size="small"
        label={`Reset the password of ${name}`}
        icon={<KeyRound aria-hidden size={16} />}
        onClick={() => onOpenDialog('reset', id)}
      />
      <IconButton
        size="small"
        label={`Reset the two factors of ${name}`}
        icon={<ShieldOff aria-hidden size={16} />}
        onClick={() => onOpenDialog('two-factors', id)}
      />
      {remove}
    </span>
  )
}
