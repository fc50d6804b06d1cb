import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Role } from '../../gql/graphql.ts'
import { showFieldError } from '../../lib/showFieldError.ts'
import { emailRules, fullNameRules } from '../../domain/accountRules.ts'
import { newPasswordRules, passwordHint } from '../../domain/passwordRules.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { useTransientDraft } from '../../session/person/drafts.ts'
import type { TenantOption } from '../../session/person/useTenantOptions.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { EmailField, PasswordField, TextField } from '../../ui/Field.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { RoleChoice } from '../../domain/RoleChoice.tsx'
import { NO_TENANT, type UserFields } from './userInput.ts'
import type { ShowFailure } from './useUserMutations.ts'

interface UserFormProps {
  /** Whether this is a new account: then the email is editable and the password required. */
  isNew: boolean
  /** The name of the draft. */
  form: string
  initialValues: UserFields
  roles: readonly Role[]
  /** Null if the user cannot choose the tenant. */
  tenants: readonly TenantOption[] | null
  /** Returns whether the account was saved. */
  onSave: (fields: UserFields, showFailure: ShowFailure) => Promise<boolean>
  onClose: () => void
}

/** The Create/Edit User dialog with the rules of spec §5. The input except the password survives an expired session. */
export function UserForm({ isNew, form, initialValues: start, roles, tenants, onSave, onClose }: UserFormProps) {
  const draft = useTransientDraft<UserFields>(form)
  const [initialFields] = useState<UserFields>(() => ({ ...start, ...draft.read(), password: '' }))
  const { register, handleSubmit, formState, setError, setValue, subscribe } = useForm<UserFields>({
    defaultValues: initialFields,
  })
  // The form library cannot read these controls, so their values are also set in the form.
  const [role, setRole] = useState(initialFields.role)
  const [tenantId, setTenantId] = useState(initialFields.tenantId)
  const { errors } = formState
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { password: _never, ...typed } }) => draft.save(typed),
      }),
    [subscribe, draft],
  )

  const showFailure: ShowFailure = (error, message) => {
    if (!showFieldError(error, setError, { password: 'password' })) toastReason(error, message)
  }
  const submit = handleSubmit(async (fields) => {
    if (await onSave(fields, showFailure)) onClose()
  })

  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={isNew ? 'Create User' : 'Edit User'}
      action={isNew ? 'Create User' : 'Save Changes'}
      busyAction={isNew ? 'Creating...' : 'Saving...'}
      className="grid gap-4 md:grid-cols-2"
    >
      <TextField
        label="Full Name"
        isRequired
        error={errors.fullName?.message}
        {...register('fullName', fullNameRules)}
      />
      <TextField label="Phone" type="tel" optional error={errors.phone?.message} {...register('phone')} />
      <EmailField
        className="md:col-span-2"
        autoComplete="off"
        isRequired
        readOnly={!isNew}
        error={errors.email?.message}
        {...register('email', isNew ? emailRules : {})}
      />
      <div className="md:col-span-2">
        <RoleChoice
          roles={roles}
          value={role}
          onChange={(chosen) => {
            setRole(chosen)
            setValue('role', chosen)
          }}
        />
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
          onChange={(chosen) => {
            setTenantId(chosen)
            setValue('tenantId', chosen)
          }}
          disabled={role === 'GLOBAL_ADMIN'}
        />
      )}
      <PasswordField
        label="Password"
        autoComplete="new-password"
        isRequired={isNew}
        optional={!isNew}
        hint={errors.password ? undefined : hintOf(isNew)}
        error={errors.password?.message}
        {...register('password', isNew ? newPasswordRules : { minLength: newPasswordRules.minLength })}
      />
    </FormDialog>
  )
}

const hintOf = (isNew: boolean) =>
  isNew ? `${passwordHint} Changed at first sign-in.` : 'Leave it blank to keep the password.'
