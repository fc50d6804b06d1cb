import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { OneUserDocument, type UserRowFragment } from '../../gql/graphql.ts'
import { useAbilities, useMe } from '../../session/person/MeProvider.tsx'
import { useSession } from '../../session/person/SessionProvider.tsx'
import type { TenantOption } from '../../session/person/useTenantOptions.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx'
import { UserForm } from './UserForm.tsx'
import { useUserMutations } from './useUserMutations.ts'
import type { OpenUserDialog } from './useUserDialog.ts'
import { fieldsOf, NO_TENANT } from './userInput.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useFields } from '../../lib/useFields.ts'
import { newPasswordRules, passwordHint } from '../../domain/passwordRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'

interface UserDialogsProps {
  dialog: OpenUserDialog
  /** The users that are loaded already. */
  users: readonly UserRowFragment[]
  tenants: readonly TenantOption[]
  onClose: () => void
}

/** The open dialog, if the user has the permission for it. */
export function UserDialogs({ dialog, users, ...rest }: UserDialogsProps) {
  const { addUsers, manageUsers, passwordLinkRoles } = useAbilities()
  if (dialog.name === 'new') return addUsers && <NewUserDialog {...rest} />
  const isAllowed = dialog.name === 'link' ? passwordLinkRoles.length > 0 : manageUsers
  if (!isAllowed || !dialog.userId) return null
  return <ExistingUserDialog key={dialog.userId} {...rest} users={users} name={dialog.name} id={dialog.userId} />
}

type DialogProps = Pick<UserDialogsProps, 'tenants' | 'onClose'>

/** The only tenant there is, which needs no choice; null with several. */
const onlyTenantOf = (tenants: readonly TenantOption[]): string | null => (tenants.length === 1 ? tenants[0]!.id : null)

function NewUserDialog({ tenants, onClose }: DialogProps) {
  const { assignableRoles, manageTenants } = useAbilities()
  const { view } = useSession()
  const { save } = useUserMutations()
  const [params] = useSearchParams()
  // The URL names a tenant that was just created, and has no owner.
  const wanted = tenants.find(({ id }) => id === params.get('tenant'))?.id
  const tenantId = wanted ?? view.tenantId ?? onlyTenantOf(tenants) ?? NO_TENANT
  return (
    <UserForm
      // The tenants may be loaded after the dialog opened.
      key={tenantId}
      isNew
      form="new user"
      initialValues={{
        email: '',
        fullName: '',
        role: wanted && assignableRoles.includes('OWNER') ? 'OWNER' : 'SALES_REP',
        tenantId,
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
  if (name === 'link') return <PasswordLinkDialog user={user} onClose={rest.onClose} />
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
      onSave={(fields) => save(user, fields, true)}
      onClose={onClose}
    />
  )
}

function ApprovePendingUser({ user, tenants, onClose }: DialogProps & { user: UserRowFragment }) {
  const { assignableRoles } = useAbilities()
  const { view } = useSession()
  return (
    <ApproveDialog
      {...{ user, tenants, onClose }}
      roles={assignableRoles}
      tenantId={view.tenantId ?? onlyTenantOf(tenants)}
    />
  )
}

/** Deletes an account after confirmation. */
function DeleteUserDialog({ user, onClose }: { user: UserRowFragment; onClose: () => void }) {
  const { remove } = useUserMutations()
  return (
    <ConfirmDialog title="Delete User" onConfirm={() => remove(user.id)} onClose={onClose}>
      Are you sure you want to delete this user? This cannot be undone. What {user.fullName} did stays, under their
      name.
    </ConfirmDialog>
  )
}

/** Turns two factors off for a user who has lost their phone, after confirmation. */
function ResetTwoFactorsDialog({ user, onClose }: { user: UserRowFragment; onClose: () => void }) {
  const { resetTwoFactors } = useUserMutations()
  return (
    <ConfirmDialog
      title="Reset Two Factors"
      busyLabel="Resetting..."
      onConfirm={() => resetTwoFactors(user.id)}
      onClose={onClose}
    >
      {user.fullName} is signed out everywhere, and signs in with the password alone until they set up two factors
      again. Make sure that it is {user.fullName} who asked for it.
    </ConfirmDialog>
  )
}

/** Sets a temporary password, which the user changes at the next sign-in. */
function ResetPasswordDialog({ user, onClose }: { user: UserRowFragment; onClose: () => void }) {
  const { resetPassword } = useUserMutations()
  const { field, submit } = useFields({ newPassword: '' })
  const send = submit(async ({ newPassword }) => {
    if (await resetPassword(user.id, newPassword)) onClose()
  })
  return (
    <FormDialog
      onSubmit={send}
      onClose={onClose}
      title="Reset Password"
      description={`${user.fullName} is signed out everywhere, and chooses a new password at the next sign-in.`}
      action="Reset Password"
      busyAction="Resetting..."
    >
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        isRequired
        hint={passwordHint}
        {...field('newPassword', newPasswordRules)}
      />
    </FormDialog>
  )
}
