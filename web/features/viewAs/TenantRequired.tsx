import { useSession } from '../../session/SessionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** In place of a screen that is viewed as a tenant's role in no tenant: the server would refuse all of it. */
export function TenantRequired() {
  const { viewAs } = useSession()
  return (
    <EmptyState
      title="Choose a tenant first"
      hint="A role of a tenant is viewed in one tenant. Go back, and choose it at the top."
      action={<Button onClick={() => viewAs(null)}>Admin View</Button>}
    />
  )
}
