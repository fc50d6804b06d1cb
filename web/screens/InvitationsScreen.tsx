import { UserPlus } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { InvitationPanel } from '../features/invitations/InvitationPanel.tsx'
import { ChooseTenantState } from '../features/viewAs/ChooseTenantState.tsx'
import { lazyPart } from '../lib/lazyPart.ts'
import { useAbilities, useMe } from '../session/person/MeProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

const InviteDialog = lazyPart(async () => (await import('../features/invitations/InviteDialog.tsx')).InviteDialog)

/** /users/invitations: the invitations of the tenant; with `?invite`, the dialog that creates one. */
export function InvitationsScreen() {
  const { tenant } = useMe()
  const { invitableRoles } = useAbilities()
  const [params, setParams] = useSearchParams()
  const setInviting = (isInviting: boolean) => setParams(isInviting ? { invite: '' } : {}, { replace: true })
  const mayInvite = tenant !== null && invitableRoles.length > 0
  return (
    <>
      <PageHeader title="Invitations" parent={{ to: '/users', label: 'User Management' }}>
        {mayInvite && (
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)} className="floats-on-phone">
            Invite
          </Button>
        )}
      </PageHeader>
      {tenant ? <InvitationPanel /> : <ChooseTenantState hint="An invitation is to one company." />}
      {mayInvite && params.has('invite') && (
        <InviteDialog role={params.get('invite')} onClose={() => setInviting(false)} />
      )}
    </>
  )
}
