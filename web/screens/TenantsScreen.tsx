import { Plus } from 'lucide-react'
import { TenantPanel } from '../features/tenants/TenantPanel.tsx'
import { useTenantDialog } from '../features/tenants/useTenantDialog.ts'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /tenants: the tenants, for the global admin; linked from Users. */
export function TenantsScreen() {
  const dialog = useTenantDialog()
  return (
    <>
      <PageHeader title="Tenants" parent={{ to: '/users', label: 'User Management' }}>
        <Button variant="primary" icon={Plus} onClick={() => dialog.edit('new')} className="floats-on-phone">
          Add Tenant
        </Button>
      </PageHeader>
      <TenantPanel {...dialog} />
    </>
  )
}
