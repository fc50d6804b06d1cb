import { useKnockingRep } from './useKnockingRep.ts'
import { useOutbox } from './useOutbox.ts'
import { OutboxButton } from './OutboxButton.tsx'

/** 'n waiting' in the top bar. */
export default function OutboxNote() {
  const { waiting, flush } = useOutbox(useKnockingRep().outboxName)
  return <OutboxButton variant="note" entries={waiting} onRetry={flush} />
}
