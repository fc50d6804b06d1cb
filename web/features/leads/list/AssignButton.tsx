import { Plus } from 'lucide-react'
import { lazyPart } from '../../../lib/lazyPart.ts'
import { Menu } from '../../../ui/Menu.tsx'

// Needed when the menu is opened.
const AssignItems = lazyPart(async () => (await import('../../../domain/AssignMenu.tsx')).AssignItems)

interface AssignButtonProps {
  street: string
  onAssign: (userId: string | null) => void
}

/** In place of the assignee of a lead that has none: a menu that assigns it. */
export const AssignButton = ({ street, onAssign }: AssignButtonProps) => (
  <Menu
    trigger={
      <button
        type="button"
        aria-label={`Assign ${street}`}
        className="group/assign inline-flex h-[30px] items-center gap-2 rounded-button text-ink-2 hover:text-ink"
      >
        <span className="flex size-6 items-center justify-center rounded-full border border-dashed border-field group-hover/assign:border-ink-2">
          <Plus aria-hidden size={13} />
        </span>
        <span className="@max-[1340px]:sr-only">Assign</span>
      </button>
    }
  >
    <AssignItems hasNobody={false} onAssign={onAssign} />
  </Menu>
)
