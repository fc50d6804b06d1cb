import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { OneUserDocument, type UserRowFragment } from '../../gql/graphql.ts'
import { useAbilities, useMe } from '../../session/MeProvider.tsx'
import { useSession } from '../../session/SessionProvider.tsx'
import type { TenantOption } from '../../session/useTenantOptions.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'
import { ResetTwoFactorsDialog } from './ResetTwoFactorsDialog.tsx'
import { UserForm } from './UserForm.tsx'
import { useUserMutations } from './useUserMutations.ts'
import type { OpenUserDialog } from './useUserDialog.ts'
import { fieldsOf, NO_TENANT } from './userInput.ts'

interface UserDialogsProps {
  dialog: OpenUserDialog
  /** The users that are loaded already. */
  users: readonly UserRowFragment[]
  tenants: readonly TenantOption[]
  onClose: () => void
}

/** The open dialog, if the user has the permission for it. */
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
      initialValues={{
        email: '',
        fullName: '',
        role: 'SALES_REP',
        tenantId: view.tenantId ?? NO_TENANT,
        phone: '',
        password: '',
      }}
      roles={assignableRoles}
      tenants={manageTenants ? tenants : null}
      onSave={(fields, showFailure) => save(null, fields, manageTenants, showFailure)}
      onClose={onClose}
    />
  )
}

interface ExistingUserDialogProps extends Omit<UserDialogsProps, 'dialog'> {
  name: Exclude<OpenUserDialog['name'], 'new'>
  id: string
}

function ExistingUserDialog({ name, id, users, ...rest }: ExistingUserDialogProps) {
  // Kept from when the dialog opened, so that a deleted account is not fetched again while its dialog closes.
  const [loadedUser] = useState(() => users.find((user) => user.id === id))
  const { data } = useQuery(OneUserDocument, {
    variables: { id },
    skip: loadedUser !== undefined,
    fetchPolicy: 'network-only',
  })
  const me = useMe()
  const user = loadedUser ?? data?.user
  // Users cannot act on their own account here, and the id in the URL may belong to a deleted account.
  if (!user || user.id === me.id) return null
  if (name === 'edit') return <EditUserDialog {...rest} user={user} />
  if (name === 'reset') return <ResetPasswordDialog user={user} onClose={rest.onClose} />
  if (name === 'two-factors') return <ResetTwoFactorsDialog user={user} onClose={rest.onClose} />
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
      initialValues={fieldsOf(user)}
      // The role global admin cannot be assigned, but an account that has it can keep it.
      roles={user.role === 'GLOBAL_ADMIN' ? [...assignableRoles, user.role] : assignableRoles}
      tenants={tenants}
      onSave={(fields, showFailure) => save(user, fields, true, showFailure)}
      onClose={onClose}
    />
  )
}

function ApprovePendingUser({ user, tenants, onClose }: DialogProps & { user: UserRowFragment }) {
  const { assignableRoles } = useAbilities()
  const { view } = useSession()
  return <ApproveDialog {...{ user, tenants, onClose }} roles={assignableRoles} tenantId={view.tenantId} />
}
