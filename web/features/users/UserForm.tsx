import { useWatch } from 'react-hook-form'
import type { Role } from '../../gql/graphql.ts'
import { emailRules, fullNameRules } from '../../domain/accountRules.ts'
import { newPasswordRules, passwordHint } from '../../domain/passwordRules.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { useDraftFields } from '../../session/person/useDraftFields.ts'
import type { TenantOption } from '../../session/person/useTenantOptions.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { EmailField, PasswordField, TextField } from '../../ui/Field.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { RoleChoice } from '../../domain/RoleChoice.tsx'
import { NO_TENANT, type UserFields } from './userInput.ts'

interface UserFormProps {
  /** Whether this is a new account: then the email is editable and the password required. */
  isNew: boolean
  /** The name of the draft. */
  form: string
  initialValues: UserFields
  roles: readonly Role[]
  /** Null if the user cannot choose the tenant. */
  tenants: readonly TenantOption[] | null
  /** Rejects if the account could not be saved. */
  onSave: (fields: UserFields) => Promise<unknown>
  onClose: () => void
}

/** The Create/Edit User dialog with the rules of spec §5. The input except the password survives an expired session. */
export function UserForm({ isNew, form, initialValues: start, roles, tenants, onSave, onClose }: UserFormProps) {
  const { field, submit, control, setValue } = useDraftFields<UserFields>(form, start)
  const [role, tenantId] = useWatch({ control, name: ['role', 'tenantId'] })
  const send = submit(
    async (fields) => {
      await onSave(fields)
      onClose()
    },
    (error) => toastReason(error, 'Failed to save user'),
    ['password'],
  )

  return (
    <FormDialog
      onSubmit={send}
      onClose={onClose}
      title={isNew ? 'Create User' : 'Edit User'}
      action={isNew ? 'Create User' : 'Save Changes'}
      busyAction={isNew ? 'Creating...' : 'Saving...'}
      className="grid gap-4 md:grid-cols-2"
    >
      <TextField label="Full Name" isRequired {...field('fullName', fullNameRules)} />
      <TextField label="Phone" type="tel" optional {...field('phone')} />
      <EmailField
        className="md:col-span-2"
        autoComplete="off"
        isRequired
        readOnly={!isNew}
        {...field('email', isNew ? emailRules : {})}
      />
      <div className="md:col-span-2">
        <RoleChoice roles={roles} value={role} onChange={(chosen) => setValue('role', chosen)} />
      </div>
      {tenants && (
        <Combobox
          label="Tenant"
          optional
          options={[
            { value: NO_TENANT, label: 'None' },
            ...tenants.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={role === 'GLOBAL_ADMIN' ? NO_TENANT : tenantId}
          onChange={(chosen) => setValue('tenantId', chosen)}
          disabled={role === 'GLOBAL_ADMIN'}
        />
      )}
      <PasswordField
        className={tenants ? undefined : 'md:col-span-2'}
        label="Password"
        autoComplete="new-password"
        isRequired={isNew}
        optional={!isNew}
        hint={isNew ? `${passwordHint} Changed at first sign-in.` : 'Leave it blank to keep the password.'}
        {...field('password', isNew ? newPasswordRules : { minLength: newPasswordRules.minLength })}
      />
    </FormDialog>
  )
}
