import { useState } from 'react'
import { streetOf } from '../domain/streetOf.ts'
import type { OwnOutcome } from '../domain/outcomes.ts'
import { ComeBackOffer } from '../features/knocking/ComeBackOffer.tsx'
import { KnockChoices } from '../features/knocking/KnockChoices.tsx'
import type { KnockTarget } from '../features/knocking/knockItems.ts'
import { useKnocks } from '../features/knocking/useKnocks.ts'
import type { KnockOutcome } from '../gql/graphql.ts'
import { Dialog } from '../ui/Dialog.tsx'

interface KnockDialogProps {
  property: KnockTarget
  onKnocked: () => void
  onClose: () => void
}

/** Logs a knock at one house away from the map. One tap chooses the outcome; 'Come back' then asks when. */
export function KnockDialog({ property, onKnocked, onClose }: KnockDialogProps) {
  const { knock, addToLastKnock } = useKnocks()
  const [asksWhen, setAsksWhen] = useState(false)
  const log = async (outcome: KnockOutcome, own?: OwnOutcome) => {
    if (outcome !== 'COME_BACK') onClose()
    if (!(await knock(property, outcome, { own, onUndo: onKnocked }))) return
    onKnocked()
    setAsksWhen(outcome === 'COME_BACK')
  }
  const comeBack = async (comeBackAt: Date) => {
    if (!(await addToLastKnock({ comeBackAt }))) return
    onKnocked()
    onClose()
  }
  return (
    <Dialog onClose={onClose} title="Log a Knock" description={streetOf(property.address)}>
      {asksWhen ? (
        <ComeBackOffer onChoose={(at) => void comeBack(at)} />
      ) : (
        <KnockChoices onKnock={(outcome, own) => void log(outcome, own)} />
      )}
    </Dialog>
  )
}
