import { CompanySettings } from '../features/tenants/CompanySettings.tsx'
import { ExportButton } from '../lists/exports/ExportButton.tsx'
import { useMe } from '../session/person/MeProvider.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** /company-settings: what an owner may change of the company; linked from Users and the menu under the name. */
export function CompanySettingsScreen() {
  const { tenant } = useMe()
  return (
    <>
      <title>Company Settings · Porchlight</title>
      <h1 className="mb-4 text-title">Company Settings</h1>
      {tenant ? (
        <CompanySettings exportButton={<ExportButton request="everything" label="Export Everything" />} />
      ) : (
        <EmptyState title="No tenant chosen" hint="Choose a tenant to see its settings." />
      )}
    </>
  )
}
