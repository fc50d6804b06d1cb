import { useMe } from '../../session/person/MeProvider.tsx'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { useTenantOptions } from '../../session/person/useTenantOptions.ts'
import { Combobox } from '../../ui/Combobox.tsx'

const ALL = 'ALL'
const ALL_TENANTS = 'All Tenants'

/** Selects the tenant a global admin reads and writes, or all tenants for reading. */
export function TenantPicker() {
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
