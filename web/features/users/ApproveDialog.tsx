import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { CreateTenantDocument, type Role, UserListDocument, type UserRowFragment } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import type { TenantOption } from '../../session/person/useTenantOptions.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PendingAccount } from './PendingAccount.tsx'
import { RoleChoice } from '../../domain/RoleChoice.tsx'
import { useUserMutations } from './useUserMutations.ts'
import { NO_TENANT } from './userInput.ts'

/** Stands for a tenant that is made with the approval. */
const NEW_TENANT = 'new'

/** Of the other accounts that wait, the dialog shows the newest. */
const MAX_OTHERS = 20

interface ApproveDialogProps {
  user: UserRowFragment
  roles: readonly Role[]
  tenants: readonly TenantOption[]
  /** The tenant selected in the view-as bar, or the only one, if any. */
  tenantId: string | null
  onClose: () => void
}

/** Approves a pending account, and others that wait, with a role in a tenant, which can be made here. */
export function ApproveDialog({ user, roles, tenants, tenantId, onClose }: ApproveDialogProps) {
  const { approve } = useUserMutations()
  const others = usePendingAccounts(user.id)
  const [alsoChosen, setAlsoChosen] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string | null>(null)
  // The tenants may be loaded after the dialog opened.
  const tenant = chosen ?? tenantId ?? NO_TENANT
  const [newName, setNewName] = useState('')
  const [role, setRole] = useState<Role>(user.role)
  const [missing, setMissing] = useState<string>()
  const [createTenant] = useMutation(CreateTenantDocument, {
    update: (cache) => void cache.evict({ fieldName: 'tenants' }),
  })
  // After one that failed, those before it are not approved again.
  const [doneIds, setDoneIds] = useState<readonly string[]>([])
  const approved = [user, ...others.filter(({ id }) => alsoChosen.has(id))].filter(({ id }) => !doneIds.includes(id))

  const chooseTenant = (next: string) => {
    setChosen(next)
    setMissing(undefined)
    // Somebody has to begin a new company.
    if (next === NEW_TENANT && roles.includes('OWNER')) setRole('OWNER')
  }
  /** The id of the chosen tenant; null if it could not be made. */
  const findTenant = async (): Promise<string | null> => {
    if (tenant !== NEW_TENANT) return tenant
    const name = newName.trim()
    const created = createTenant({ variables: { input: { name, companyName: name } } })
    if (!(await toastOutcome(created, 'Tenant created', 'Failed to save tenant'))) return null
    const id = (await created).data?.createTenant.id ?? null
    // If an approval fails now, the next attempt is with this tenant.
    if (id) setChosen(id)
    return id
  }
  const submit = async () => {
    if (tenant === NO_TENANT) return setMissing('Choose a tenant')
    if (tenant === NEW_TENANT && newName.trim() === '') return setMissing('Enter the name of the company')
    const id = await findTenant()
    return id !== null && approve(approved, id, role, (doneId) => setDoneIds((before) => [...before, doneId]))
  }
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={approved.length === 1 ? `Approve ${user.fullName}` : `Approve ${pluralize(approved.length, 'Account')}`}
      description={
        approved.length === 1
          ? `${user.email} can sign in as soon as the account is approved.`
          : 'They can sign in as soon as they are approved, all with this role in this tenant.'
      }
      action="Approve"
      busyAction="Approving..."
      className="grid gap-4"
    >
      <ul aria-label="Accounts" className="divide-y divide-line border-y border-line">
        <PendingAccount user={user} onTenant={chooseTenant} />
        {others.map((other) => (
          <PendingAccount
            key={other.id}
            user={other}
            isChosen={alsoChosen.has(other.id)}
            onChoose={(isChosen) =>
              setAlsoChosen(
                new Set(isChosen ? [...alsoChosen, other.id] : [...alsoChosen].filter((id) => id !== other.id)),
              )
            }
            onTenant={chooseTenant}
          />
        ))}
      </ul>
      <Combobox
        label="Tenant"
        options={[
          { value: NO_TENANT, label: 'Choose a tenant' },
          { value: NEW_TENANT, label: 'New tenant' },
          ...tenants.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={tenant}
        onChange={chooseTenant}
        error={tenant === NEW_TENANT ? undefined : missing}
      />
      {tenant === NEW_TENANT && (
        <TextField
          label="Company Name"
          isRequired
          value={newName}
          onChange={(event) => {
            setNewName(event.target.value)
            setMissing(undefined)
          }}
          maxLength={200}
          error={missing}
        />
      )}
      <RoleChoice roles={roles} value={role} onChange={setRole} />
    </FormDialog>
  )
}

/** The other accounts that wait, newest first. They stay while their approvals are under way. */
function usePendingAccounts(exceptId: string): UserRowFragment[] {
  const { data, previousData } = useFreshQuery(UserListDocument, {
    filter: { status: 'PENDING' },
    first: MAX_OTHERS + 1,
  })
  const edges = (data ?? previousData)?.users.edges ?? []
  return edges
    .map(({ node }) => node)
    .filter(({ id }) => id !== exceptId)
    .slice(0, MAX_OTHERS)
}
