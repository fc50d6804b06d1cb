import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
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
  const destinations = [
    { isAllowed: readActivity, to: '/activity', label: 'Activity' },
    { isAllowed: changeTenantSettings && tenant !== null, to: '/company-settings', label: 'Company Settings' },
    { isAllowed: exportData, to: '/jobs', label: 'Imports and Exports' },
    { isAllowed: manageTenants, to: '/tenants', label: 'Tenants' },
  ].filter(({ isAllowed }) => isAllowed)
  // The menu of a phone has the other screens.
  const wide = !useIsPhone()
  const invite = listUsers && (
    <ButtonLink to="/users/invitations?invite" className="max-md:min-h-11! max-md:rounded-full">
      Invite
    </ButtonLink>
  )
  const header = (count?: ReactNode) => (
    <PageHeader
      title="User Management"
      count={count}
      hint={
        wide &&
        destinations.length > 0 && (
          <span className="flex flex-wrap gap-x-4">
            {destinations.map(({ to, label }) => (
              <Link key={to} to={to} className="rounded-badge font-[550] hover:text-ink hover:underline">
                {label}
              </Link>
            ))}
          </span>
        )
      }
    >
      {wide && invite}
      {addUsers && (
        <Button variant="primary" icon={UserPlus} onClick={() => dialogs.open('new')} className="floats-on-phone">
          Add User
        </Button>
      )}
    </PageHeader>
  )
  if (listUsers) return <UserPanel {...dialogs} header={header} invite={invite} />
  return (
    <>
      {header()}
      <EmptyState
        title="You don't have permission to access this page."
        hint="Owners and admins see their team here."
        action={<ButtonLink to="/">Open Dashboard</ButtonLink>}
      />
    </>
  )
}
