import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { useSession } from '../../session/person/SessionProvider.tsx'
import type { ViewAsRole } from '../../session/person/viewAs.ts'
import { classNames } from '../../ui/classNames.ts'
import { roleLabels } from '../../domain/roles.ts'
import { useTenantOptions } from '../../session/person/useTenantOptions.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { ChooseTenantDialog } from './ChooseTenantDialog.tsx'
import { PersonPicker } from './PersonPicker.tsx'
import { ViewAsMenu, ViewAsSwitcher } from './ViewAsSwitcher.tsx'

/**
 * The bar above every screen of a global admin: the selected tenant and the role to view the app as. `mockDataSwitch`
 * is shown only while no role is viewed.
 */
export function ViewAsBar({ mockDataSwitch }: { mockDataSwitch?: ReactNode }) {
  const me = useMe()
  const { view, viewAs } = useSession()
  const phone = useIsPhone()
  // A role has rights in one tenant only, so a tenant has to be chosen first (design §5).
  const [pendingRole, setPendingRole] = useState<ViewAsRole | null>(null)
  const viewedRole = me.effectiveRole === me.role ? null : me.effectiveRole
  const switchRole = (role: ViewAsRole | null) => {
    if (role === view.role) return
    if (role && !view.tenantId) setPendingRole(role)
    else viewAs(role)
  }
  const Switcher = phone ? ViewAsMenu : ViewAsSwitcher

  return (
    <section aria-label="View" className={classNames(viewedRole ? 'bg-accent text-on-accent' : 'bg-bar text-on-bar')}>
      <div className="mx-auto flex h-11 max-w-[1440px] items-center justify-between gap-3 px-4 md:px-6 lg:px-10">
        {viewedRole ? (
          <p role="status" className="flex min-w-0 items-center gap-2 text-small font-semibold md:text-body">
            <Eye aria-hidden size={17} className="shrink-0" />
            <span className="min-w-0 max-md:leading-4 md:truncate">
              You are viewing the app as: {roleLabels[viewedRole]}
            </span>
          </p>
        ) : (
          <TenantPicker />
        )}
        <div className="flex shrink-0 items-center gap-2 md:gap-4">
          {!viewedRole && mockDataSwitch}
          {viewedRole === 'SALES_REP' && view.tenantId && <PersonPicker />}
          <Switcher viewedRole={viewedRole as ViewAsRole | null} onSwitch={switchRole} />
        </div>
      </div>
      {pendingRole && (
        <ChooseTenantDialog
          description={`You view the app as ${roleLabels[pendingRole]} of one tenant.`}
          onChoose={(tenantId) => {
            setPendingRole(null)
            viewAs(pendingRole, { tenantId })
          }}
          onClose={() => setPendingRole(null)}
        />
      )}
    </section>
  )
}

const ALL = 'ALL'
const ALL_TENANTS = 'All Tenants'

/** Selects the tenant a global admin reads and writes, or all tenants for reading. */
function TenantPicker() {
  const me = useMe()
  const { view, chooseTenant } = useSession()
  const tenants = useTenantOptions()
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="text-small text-bar-2 max-md:hidden">
        Tenant
      </span>
      <Combobox
        variant="bar"
        label="Viewed tenant"
        options={[
          { value: ALL, label: ALL_TENANTS },
          ...tenants.map(({ id, name, archivedAt }) => ({
            value: id,
            label: archivedAt ? `${name} (archived)` : name,
          })),
        ]}
        value={view.tenantId ?? ALL}
        onChange={(next) => chooseTenant(next === ALL ? null : next)}
        // Until the tenants are loaded.
        placeholder={me.tenant?.name ?? ALL_TENANTS}
      />
    </div>
  )
}
