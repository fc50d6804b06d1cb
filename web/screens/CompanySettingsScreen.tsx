import { CompanySettings } from '../features/tenants/CompanySettings.tsx'
import { ExportButton } from '../lists/exports/ExportButton.tsx'
import { useMe } from '../session/person/MeProvider.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /company-settings: what an owner may change of the company; linked from Users and the menu under the name. */
export function CompanySettingsScreen() {
  const { tenant } = useMe()
  return (
    <>
      <title>Company Settings · Porchlight</title>
      <PageHeader title="Company Settings" />
      {tenant ? (
        <CompanySettings exportButton={<ExportButton request="everything" label="Export Everything" />} />
      ) : (
        <EmptyState title="No tenant chosen" hint="Choose a tenant to see its settings." />
      )}
    </>
  )
}
