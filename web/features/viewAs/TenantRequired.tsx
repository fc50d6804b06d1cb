import { useState } from 'react'
import { roleLabels } from '../../domain/roles.ts'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ChooseTenantDialog } from './ChooseTenantDialog.tsx'

/** Shown instead of a screen when a role is viewed without a tenant. The server would refuse every call. */
export function TenantRequired() {
  const { view, viewAs, chooseTenant } = useSession()
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <EmptyState
        title="Choose a tenant first"
        hint="Choose a tenant to view as this role."
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {view.role && (
              <Button variant="primary" onClick={() => setIsChoosing(true)}>
                Choose Tenant
              </Button>
            )}
            <Button onClick={() => viewAs(null)}>Admin View</Button>
          </span>
        }
      />
      {isChoosing && view.role && (
        <ChooseTenantDialog
          description={`You view the app as ${roleLabels[view.role]} of one tenant.`}
          onChoose={chooseTenant}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  )
}
