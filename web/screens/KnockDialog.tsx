import { KnockChoices } from '../features/knocking/KnockChoices.tsx'
import { type KnockTarget, useKnocks } from '../features/knocking/useKnocks.ts'
import { Dialog } from '../ui/Dialog.tsx'

interface KnockDialogProps {
  property: KnockTarget
  onKnocked: () => void
  onClose: () => void
}

/** Logs a knock at one house away from the map. One tap chooses the outcome and closes the dialog. */
export function KnockDialog({ property, onKnocked, onClose }: KnockDialogProps) {
  const { knock } = useKnocks()
  return (
    <Dialog open onClose={onClose} title="Log a knock" description={property.address.split(',')[0]}>
      <KnockChoices
        onKnock={(outcome) => {
          void knock(property, outcome, { onUndo: onKnocked }).then((isRecorded) => isRecorded && onKnocked())
          onClose()
        }}
      />
    </Dialog>
  )
}
