import { Light } from '../../domain/PorchLight.tsx'
import { pluralize } from '../../lib/numbers.ts'
import type { SessionLight } from './sessionLights.ts'

/** The knocks of a session as a string of lights, large for a talk and small for another knock, with their counts: '31 lights, 11 talks'. */
export function LightString({ lights }: { lights: readonly SessionLight[] }) {
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
