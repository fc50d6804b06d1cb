import { ChevronRight } from 'lucide-react'
import { useTenantOptions } from '../../session/person/useTenantOptions.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

interface ChooseTenantDialogProps {
  description: string
  onChoose: (tenantId: string) => void
  onClose: () => void
}

/** Asks for a tenant. */
export function ChooseTenantDialog({ description, onChoose, onClose }: ChooseTenantDialogProps) {
  const tenants = useTenantOptions().filter(({ archivedAt }) => !archivedAt)
  return (
    <Dialog onClose={onClose} title="Choose a tenant first" description={description}>
      {tenants.length === 0 ? (
        <EmptyState
          title="No tenants found"
          hint="Add the first company that uses Porchlight."
          action={
            <ButtonLink to="/tenants?edit=new" onClick={onClose}>
              Add Tenant
            </ButtonLink>
          }
        />
      ) : (
        <ul className="grid gap-2">
          {tenants.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChoose(id)}
                className="flex min-h-12 w-full items-center justify-between gap-3 rounded-button border border-line-2 bg-surface px-3.5 text-left font-[550] hover:bg-hover active:bg-sunken"
              >
                {name}
                <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-2" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
