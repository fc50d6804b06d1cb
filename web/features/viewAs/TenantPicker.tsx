import { ChevronDown } from 'lucide-react'
import { useMe } from '../../session/MeProvider.tsx'
import { useSession } from '../../session/SessionProvider.tsx'
import { useTenantOptions } from '../../session/useTenantOptions.ts'
import { Menu, MenuRadioGroup } from '../../ui/Menu.tsx'

const ALL = 'ALL'
const ALL_TENANTS = 'All tenants'

/** Selects the tenant a global admin reads and writes, or all tenants for reading. */
export function TenantPicker() {
  const me = useMe()
  const { view, chooseTenant } = useSession()
  const tenants = useTenantOptions()
  const options = [{ value: ALL, label: ALL_TENANTS }, ...tenants.map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="text-small text-bar-2 max-md:hidden">
        Tenant
      </span>
      <Menu
        trigger={
          <button
            type="button"
            className="inline-flex h-[30px] min-w-0 items-center gap-2 rounded-button bg-on-bar/14 px-2.5 text-small font-semibold outline-on-bar max-md:h-11 max-md:bg-transparent max-md:px-0"
          >
            <span className="sr-only">Tenant: </span>
            <span className="truncate">{me.tenant?.name ?? ALL_TENANTS}</span>
            <ChevronDown aria-hidden size={16} className="shrink-0" />
          </button>
        }
      >
        <MenuRadioGroup
          options={options}
          value={view.tenantId ?? ALL}
          onChange={(next) => chooseTenant(next === ALL ? null : next)}
        />
      </Menu>
    </div>
  )
}
