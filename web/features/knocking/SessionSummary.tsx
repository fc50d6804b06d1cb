import { formatElapsed } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useOutboxState } from '../../session/outbox/useOutbox.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { type SessionLight, sessionLights } from './sessionLights.ts'
import type { EndedSession } from './useKnockSession.ts'
import { Light } from '../../domain/PorchLight.tsx'

interface SessionSummaryProps extends EndedSession {
  onClose: () => void
}

/** What a session that was ended on this device gave, as a string of lights; nothing for one without a knock here. */
export function SessionSummary({ session, length, onClose }: SessionSummaryProps) {
  const { items, sent } = useOutboxState()
  const lights = sessionLights([...sent, ...items], session.id)
  const others = session.doors - lights.length
  if (lights.length === 0) return null
  return (
    <Dialog
      onClose={onClose}
      title="Session Ended"
      description={`${pluralize(session.doors, 'door')} in ${formatElapsed(length)}`}
      initialFocus="dialog"
      footer={
        <Button size="large" variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <LightString lights={lights} />
      {others > 0 && <p className="mt-1 text-ink-2">{pluralize(others, 'more door')} on another device.</p>}
    </Dialog>
  )
}

/** The knocks of a session as a string of lights, large for a talk and small for another knock, with their counts: '31 lights, 11 talks'. */
function LightString({ lights }: { lights: readonly SessionLight[] }) {
  const talks = lights.filter(({ isTalk }) => isTalk).length
  return (
    <figure>
      <div
        role="img"
        aria-label={`A string of lights, one for each knock in order, ${talks} of ${lights.length} bright for a talk`}
        className="flex flex-wrap text-ink-3"
      >
        {lights.map(({ knockId, isTalk }) => (
          <LightOnWire key={knockId} isTalk={isTalk} />
        ))}
      </div>
      <figcaption className="figures mt-2 text-[1.25rem]/7 font-[650]">
        {pluralize(lights.length, 'light')}, {pluralize(talks, 'talk')}
      </figcaption>
    </figure>
  )
}

/** A light at its piece of the wire, which goes on in the next one. */
function LightOnWire({ isTalk }: { isTalk: boolean }) {
  return (
    <svg viewBox="-12 -18 24 34" width={24} height={34} data-light={isTalk ? 'talk' : 'knock'}>
      <path d="M-12 -14Q0 -4 12 -14M0 -9V-3" fill="none" stroke="currentColor" strokeWidth={1.5} />
      <Light isTalk={isTalk} />
    </svg>
  )
}
