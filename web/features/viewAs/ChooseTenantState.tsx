import { useState } from 'react'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ChooseTenantDialog } from './ChooseTenantDialog.tsx'

/** Shown to a global admin without a tenant instead of a screen that belongs to one. `hint` says what belongs to it. */
export function ChooseTenantState({ hint }: { hint: string }) {
  const { chooseTenant } = useSession()
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <Card>
      <EmptyState
        title="Choose a tenant first"
        hint={hint}
        action={<Button onClick={() => setIsChoosing(true)}>Choose Tenant</Button>}
      />
      {isChoosing && (
        <ChooseTenantDialog description={hint} onChoose={chooseTenant} onClose={() => setIsChoosing(false)} />
      )}
    </Card>
  )
}
