import { OutboxButton } from './OutboxButton.tsx'

/** The outbox in the top bar. */
export default function OutboxNote() {
  return <OutboxButton variant="note" />
}
