import { useState } from 'react'
import type { Role, UserRowFragment } from '../../gql/graphql.ts'
import type { TenantOption } from '../../session/person/useTenantOptions.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { useDialogError } from './DialogError.tsx'
import { RoleChoice } from '../../domain/RoleChoice.tsx'
import { useUserMutations } from './useUserMutations.ts'
import { NO_TENANT } from './userInput.ts'

interface ApproveDialogProps {
  user: UserRowFragment
  roles: readonly Role[]
  tenants: readonly TenantOption[]
  /** The tenant selected in the view-as bar, or the only one, if any. */
  tenantId: string | null
  onClose: () => void
}

/** Approves a pending account with a role in a tenant. */
export function ApproveDialog({ user, roles, tenants, tenantId, onClose }: ApproveDialogProps) {
  const { approve } = useUserMutations()
  const [chosen, setChosen] = useState<string | null>(null)
  // The tenants may be loaded after the dialog opened.
  const tenant = chosen ?? tenantId ?? NO_TENANT
  const [role, setRole] = useState<Role>(user.role)
  const [missing, setMissing] = useState(false)
  const { error, isDone } = useDialogError()
  const submit = async () => {
    if (tenant === NO_TENANT) return setMissing(true)
    return isDone(await approve(user, tenant, role))
  }
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={`Approve ${user.fullName}`}
      description={`${user.email} can sign in as soon as the account is approved.`}
      action="Approve"
      busyAction="Approving..."
      className="grid gap-4"
      after={error}
    >
      <Combobox
        label="Tenant"
        options={[
          { value: NO_TENANT, label: 'Choose a tenant' },
          ...tenants.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={tenant}
        onChange={(next) => {
          setChosen(next)
          setMissing(false)
        }}
        error={missing ? 'Choose a tenant' : undefined}
      />
      <RoleChoice roles={roles} value={role} onChange={setRole} />
    </FormDialog>
  )
}
