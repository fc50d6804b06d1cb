import { useTenantPrompt } from '../../session/person/tenantPrompt.ts'
import { ChooseTenantDialog } from './ChooseTenantDialog.tsx'

/** Asks a global admin who works in all tenants for the tenant of a change. The change continues after the choice. */
export function TenantPrompt() {
  const answer = useTenantPrompt()
  if (!answer) return null
  return (
    <ChooseTenantDialog
      description="This belongs to one tenant. It continues in the tenant you choose."
      onChoose={answer}
      onClose={() => answer(null)}
    />
  )
}
