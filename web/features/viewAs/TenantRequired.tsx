import { useSession } from '../../session/SessionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown instead of a screen when a role is viewed without a tenant. The server would refuse every call. */
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
