import { useSession } from '../../session/SessionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown instead of a screen when a role is viewed without a tenant. The server would refuse every call. */
export function TenantRequired() {
  const { viewAs } = useSession()
  return (
    <EmptyState
      title="Choose a tenant first"
      hint="Choose a tenant to view as this role. Return to the admin view to choose one."
      action={<Button onClick={() => viewAs(null)}>Admin View</Button>}
    />
  )
}
