import { type ComponentProps, type ReactNode, Suspense } from 'react'
import type { AccountStatus, Role } from '../../gql/graphql.ts'
import { useAbilities } from '../../session/MeProvider.tsx'
import { useColumnsKey } from '../../session/useColumnsKey.ts'
import { useSession } from '../../session/SessionProvider.tsx'
import type { TenantOption } from '../../session/useTenantOptions.ts'
import { roleLabels } from '../../domain/roles.ts'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { ColumnMenu } from '../../ui/dataTable/ColumnMenu.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { accountStatusLabels } from './AccountStatusBadge.tsx'
import { ALL, type UserFilters } from './userFilters.ts'

// Only global admins choose a tenant.
const Combobox = lazyNamed(async () => (await import('../../ui/Combobox.tsx')).Combobox)

interface UserFilterBarProps {
  filters: UserFilters
  onChange: (change: Partial<UserFilters>) => void
  /** The search text while it is typed. */
  typed: string
  onType: (text: string) => void
  /** The columns of the table; none for cards. */
  columns: ComponentProps<typeof ColumnMenu>['columns']
  tenants: readonly TenantOption[]
  /** Shown on the right: the number of users. */
  children: ReactNode
}

/** Filters by tenant (global admins only), role and status. On a phone they scroll sideways. */
export function UserFilterBar({ filters, onChange, typed, onType, columns, tenants, children }: UserFilterBarProps) {
  const columnsKey = useColumnsKey('users')
  const { manageUsers } = useAbilities()
  const { view } = useSession()
  const roles = (Object.keys(roleLabels) as Role[]).filter((role) => manageUsers || role !== 'GLOBAL_ADMIN')
  // Pending accounts belong to no tenant, so only users who see all tenants can list them.
  const statuses = (Object.keys(accountStatusLabels) as AccountStatus[]).filter(
    (one) => manageUsers || one !== 'PENDING',
  )
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-2">
      <SearchField label="Search name or email" value={typed} onChange={onType} className="w-[230px] max-md:w-full" />
      <div className="relative -m-1 flex gap-2 overflow-x-auto p-1 max-md:-mx-4 max-md:px-4">
        {manageUsers && (
          <Suspense fallback={<span className="h-10 w-36" />}>
            <Combobox
              variant="filter"
              label="Tenant"
              options={[
                { value: ALL, label: 'All Tenants' },
                ...tenants.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={view.tenantId ?? filters.tenantId}
              onChange={(tenantId) => onChange({ tenantId })}
              isActive={filters.tenantId !== ALL}
              // The tenant selected in the view-as bar overrides this filter.
              disabled={view.tenantId !== null}
            />
          </Suspense>
        )}
        <Select
          variant="filter"
          label="Role"
          options={[
            { value: ALL, label: 'All Roles' },
            ...roles.map((role) => ({ value: role, label: roleLabels[role] })),
          ]}
          value={filters.role}
          onChange={(role) => onChange({ role })}
          isActive={filters.role !== ALL}
        />
        <Select
          variant="filter"
          label="Status"
          options={[
            { value: ALL, label: 'All Status' },
            ...statuses.map((status) => ({ value: status, label: accountStatusLabels[status] })),
          ]}
          value={filters.status}
          onChange={(status) => onChange({ status })}
          isActive={filters.status !== ALL}
        />
      </div>
      <div className="ml-auto flex items-center gap-4 text-small text-ink-2 max-md:w-full max-md:justify-between">
        {children}
      </div>
      {columns.length > 0 && <ColumnMenu columns={columns} storageKey={columnsKey} />}
    </div>
  )
}
