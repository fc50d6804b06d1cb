import OutboxSender from '../features/outbox/OutboxSender.tsx'
import { ForgottenProperties } from './ForgottenProperties.tsx'

/** What every screen does and nobody sees: sends the outbox, and deletes what must not be kept. */
export default function BackgroundWork() {
  return (
    <>
      <ForgottenProperties />
      <OutboxSender />
    </>
  )
}
