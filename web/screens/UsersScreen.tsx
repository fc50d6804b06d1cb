import { UserPlus } from 'lucide-react'
import { useUserDialog } from '../features/users/useUserDialog.ts'
import { UserPanel } from '../features/users/UserPanel.tsx'
import { useAbilities, useMe } from '../session/person/MeProvider.tsx'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /users: accounts and their management (spec §2). */
export function UsersScreen() {
  const { listUsers, addUsers, manageTenants, changeTenantSettings, readActivity, exportData } = useAbilities()
  const { tenant } = useMe()
  const dialogs = useUserDialog()
  // The menu of a phone has the other screens.
  const wide = !useIsPhone()
  const invite = listUsers && (
    <ButtonLink to="/users/invitations?invite" className="max-md:min-h-11! max-md:rounded-full">
      Invite
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="User Management">
        {wide && (
          <>
            {readActivity && <ButtonLink to="/activity">Activity</ButtonLink>}
            {changeTenantSettings && tenant && <ButtonLink to="/company-settings">Company Settings</ButtonLink>}
            {exportData && <ButtonLink to="/jobs">Imports and Exports</ButtonLink>}
            {manageTenants && <ButtonLink to="/tenants">Tenants</ButtonLink>}
          </>
        )}
        {wide && invite}
        {addUsers && (
          <Button variant="primary" icon={UserPlus} onClick={() => dialogs.open('new')} className="floats-on-phone">
            Add User
          </Button>
        )}
      </PageHeader>
      {listUsers ? (
        <UserPanel {...dialogs} invite={invite} />
      ) : (
        <EmptyState
          title="You don't have permission to access this page."
          hint="Owners and admins see their team here."
          action={<ButtonLink to="/">Open Dashboard</ButtonLink>}
        />
      )}
    </>
  )
}
