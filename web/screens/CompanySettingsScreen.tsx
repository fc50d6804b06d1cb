import { RetentionSettings } from '../features/forgetting/RetentionSettings.tsx'
import { OutcomeSettings } from '../features/outcomes/OutcomeSettings.tsx'
import { CompanySettings } from '../features/tenants/CompanySettings.tsx'
import { ChooseTenantState } from '../features/viewAs/ChooseTenantState.tsx'
import { ExportButton } from '../lists/exports/ExportButton.tsx'
import { useAbilities, useMe } from '../session/person/MeProvider.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /company-settings: what an owner may change of the company, and the outcomes, which admins change, too; linked from Users and the menu under the name. */
export function CompanySettingsScreen() {
  const { tenant } = useMe()
  const { changeTenantSettings, manageOutcomes, listUsers } = useAbilities()
  return (
    <>
      <PageHeader
        title="Company Settings"
        parent={listUsers ? { to: '/users', label: 'User Management' } : undefined}
      />
      {tenant ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 md:items-start">
          {changeTenantSettings && (
            <CompanySettings exportButton={<ExportButton request="everything" label="Export Everything" />} />
          )}
          <div className="grid gap-4">
            {manageOutcomes && <OutcomeSettings />}
            {changeTenantSettings && <RetentionSettings />}
          </div>
        </div>
      ) : (
        <ChooseTenantState hint="Settings are those of one company." />
      )}
    </>
  )
}
