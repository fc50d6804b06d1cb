import { useSendOutbox } from '../session/outbox/useSendOutbox.ts'
import { ForgottenProperties } from './ForgottenProperties.tsx'

/** What every screen does and nobody sees: sends the outbox, and deletes what must not be kept. */
export default function BackgroundWork() {
  useSendOutbox()
  return <ForgottenProperties />
}
