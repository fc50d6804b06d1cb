import { KnockChoices } from '../features/knocking/KnockChoices.tsx'
import { useKnockingRep } from '../features/knocking/useKnockingRep.ts'
import { type KnockTarget, useKnocks } from '../features/knocking/useKnocks.ts'
import { Dialog } from '../ui/Dialog.tsx'

interface KnockDialogProps {
  property: KnockTarget
  onKnocked: () => void
  onClose: () => void
}

/** Logs a knock at one house away from the map. One tap chooses the outcome and closes the dialog. */
export function KnockDialog({ property, onKnocked, onClose }: KnockDialogProps) {
  const { knock } = useKnocks(useKnockingRep())
  return (
    <Dialog open onClose={onClose} title="Log a knock" description={property.address.split(',')[0]}>
      <KnockChoices
        onKnock={(outcome) => {
          if (knock(property, outcome, { onUndo: onKnocked })) onKnocked()
          onClose()
        }}
      />
    </Dialog>
  )
}
