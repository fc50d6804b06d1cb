import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { OneUserDocument, type UserRowFragment } from '../../gql/graphql.ts'
import { useAbilities, useMe } from '../../session/MeProvider.tsx'
import { useSession } from '../../session/SessionProvider.tsx'
import type { TenantOption } from '../../session/useTenantOptions.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'
import { UserForm } from './UserForm.tsx'
import { useUserMutations } from './useUserMutations.ts'
import type { OpenUserDialog } from './useUserDialog.ts'
import { fieldsOf, NO_TENANT } from './userInput.ts'

interface UserDialogsProps {
  dialog: OpenUserDialog
  /** Those that are on the screen already. */
  users: readonly UserRowFragment[]
  tenants: readonly TenantOption[]
  onClose: () => void
}

/** The dialog that is asked for, where the person may do what it does. */
export function UserDialogs({ dialog, users, ...rest }: UserDialogsProps) {
  const { addUsers, manageUsers } = useAbilities()
  if (dialog.name === 'new') return addUsers && <NewUserDialog {...rest} />
  if (!manageUsers || !dialog.userId) return null
  return <ExistingUserDialog key={dialog.userId} {...rest} users={users} name={dialog.name} id={dialog.userId} />
}

type DialogProps = Pick<UserDialogsProps, 'tenants' | 'onClose'>

function NewUserDialog({ tenants, onClose }: DialogProps) {
  const { assignableRoles, manageTenants } = useAbilities()
  const { view } = useSession()
  const { save } = useUserMutations()
  return (
    <UserForm
      isNew
      form="new user"
      start={{
        email: '',
        fullName: '',
        role: 'SALES_REP',
        tenantId: view.tenantId ?? NO_TENANT,
        phone: '',
        password: '',
      }}
      roles={assignableRoles}
      tenants={manageTenants ? tenants : null}
      onSave={(fields) => save(null, fields, manageTenants)}
      onClose={onClose}
    />
  )
}

interface ExistingUserDialogProps extends Omit<UserDialogsProps, 'dialog'> {
  name: Exclude<OpenUserDialog['name'], 'new'>
  id: string
}

function ExistingUserDialog({ name, id, users, ...rest }: ExistingUserDialogProps) {
  // As it was when the dialog was opened: a deleted account is not asked for again while its dialog closes.
  const [listed] = useState(() => users.find((one) => one.id === id))
  const { data } = useQuery(OneUserDocument, { variables: { id }, skip: listed !== undefined })
  const me = useMe()
  const user = listed ?? data?.user
  // Nothing is done to one's own account here, and an address may name one that is gone.
  if (!user || user.id === me.id) return null
  if (name === 'edit') return <EditUserDialog {...rest} user={user} />
  if (name === 'reset') return <ResetPasswordDialog user={user} onClose={rest.onClose} />
  if (name === 'delete') return <DeleteUserDialog user={user} onClose={rest.onClose} />
  return user.status === 'PENDING' && <ApprovePendingUser {...rest} user={user} />
}

function EditUserDialog({ user, tenants, onClose }: DialogProps & { user: UserRowFragment }) {
  const { assignableRoles } = useAbilities()
  const { save } = useUserMutations()
  return (
    <UserForm
      isNew={false}
      form={`user ${user.id}`}
      start={fieldsOf(user)}
      // Nobody is made a global admin here, but one who is stays so until another role is chosen.
      roles={user.role === 'GLOBAL_ADMIN' ? [...assignableRoles, user.role] : assignableRoles}
      tenants={tenants}
      onSave={(fields) => save(user, fields, true)}
      onClose={onClose}
    />
  )
}

function ApprovePendingUser({ user, tenants, onClose }: DialogProps & { user: UserRowFragment }) {
  const { assignableRoles } = useAbilities()
  const { view } = useSession()
  return <ApproveDialog {...{ user, tenants, onClose }} roles={assignableRoles} tenantId={view.tenantId} />
}
