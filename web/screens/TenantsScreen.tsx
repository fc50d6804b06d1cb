import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { TenantPanel } from '../features/tenants/TenantPanel.tsx'
import { useTenantDialog } from '../features/tenants/useTenantDialog.ts'
import { Button } from '../ui/Button.tsx'

/** /tenants: the tenants, for the global admin; linked from Users. */
export function TenantsScreen() {
  const dialog = useTenantDialog()
  return (
    <>
      <title>Tenants · Porchlight</title>
      <p className="mb-1 text-small">
        <Link to="/users" className="link max-md:inline-flex max-md:min-h-11 max-md:items-center">
          User Management
        </Link>
      </p>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h1 className="text-title">Tenants</h1>
        <Button
          variant="primary"
          icon={<Plus aria-hidden size={16} />}
          onClick={() => dialog.edit('new')}
          className="floats-on-phone"
        >
          Add Tenant
        </Button>
      </div>
      <TenantPanel {...dialog} />
    </>
  )
}
