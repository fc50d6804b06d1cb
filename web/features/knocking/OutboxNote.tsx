import { useKnockingRep } from './useKnockingRep.ts'
import { useOutbox } from './useOutbox.ts'
import { OutboxButton } from './OutboxButton.tsx'

/** The outbox in the top bar. */
export default function OutboxNote() {
  const { unsent, flush } = useOutbox(useKnockingRep().outboxName)
  return <OutboxButton variant="note" entries={unsent} onRetry={flush} />
}
