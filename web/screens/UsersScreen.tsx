import { Settings, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ExportButton } from '../features/exports/ExportButton.tsx'
import { ImportButton } from '../features/imports/ImportButton.tsx'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { useUserDialog } from '../features/users/useUserDialog.ts'
import { UserPanel } from '../features/users/UserPanel.tsx'
import { UserViewCount } from '../features/users/UserViewCount.tsx'
import { useAbilities, useMe } from '../session/MeProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

const ViewTabs = lazyNamed(async () => (await import('../features/savedViews/ViewTabs.tsx')).ViewTabs)
const CompanySettingsDialog = lazyNamed(
  async () => (await import('../features/tenants/CompanySettingsDialog.tsx')).CompanySettingsDialog,
)

/** /users: accounts and their management (spec §2). */
export function UsersScreen() {
  const { listUsers, addUsers, manageTenants, changeTenantSettings, readActivity, exportData } = useAbilities()
  const { tenant } = useMe()
  const [hasSettingsOpen, setHasSettingsOpen] = useState(false)
  const dialogs = useUserDialog()
  return (
    <>
      <title>User Management · Porchlight</title>
      <div className="flex flex-wrap items-center gap-2.5">
        <h1 className="mr-auto text-title max-md:w-full">User Management</h1>
        {readActivity && <ButtonLink to="/activity">Activity</ButtonLink>}
        {changeTenantSettings && tenant && (
          <Button icon={<Settings aria-hidden size={16} />} onClick={() => setHasSettingsOpen(true)}>
            Company Settings
          </Button>
        )}
        {exportData && <ButtonLink to="/jobs">Jobs</ButtonLink>}
        {manageTenants && <ButtonLink to="/tenants">Tenants</ButtonLink>}
        {addUsers && (
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden size={16} />}
            onClick={() => dialogs.open('new')}
            className="floats-on-phone"
          >
            Add User
          </Button>
        )}
      </div>
      {listUsers ? (
        <UserPanel
          {...dialogs}
          views={
            <Suspense fallback={<div className="mt-4 h-10 border-b border-line max-md:h-12" />}>
              <ViewTabs list="USERS" allLabel="All users" count={(query) => <UserViewCount query={query} />} />
            </Suspense>
          }
          exportButton={(request) => (
            <div className="flex gap-2">
              <ImportButton list="users" />
              <ExportButton request={request} />
            </div>
          )}
        />
      ) : (
        <EmptyState
          title="You don't have permission to access this page."
          hint="Owners and admins see their team here."
        />
      )}
      {hasSettingsOpen && (
        <Suspense>
          <CompanySettingsDialog
            exportButton={<ExportButton request="everything" label="Export Everything" />}
            onClose={() => setHasSettingsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
