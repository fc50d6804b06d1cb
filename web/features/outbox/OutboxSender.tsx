import { useSendOutbox } from '../../session/outbox/useSendOutbox.ts'

/** Sends the outbox while it is rendered. */
export default function OutboxSender() {
  useSendOutbox()
  return null
}
