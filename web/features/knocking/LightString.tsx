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
          <Light key={knockId} isTalk={isTalk} />
        ))}
      </div>
      <figcaption className="figures mt-2 text-[1.25rem]/7 font-[650]">
        {pluralize(lights.length, 'light')}, {pluralize(talks, 'talk')}
      </figcaption>
    </figure>
  )
}

/** A light at its piece of the wire, which goes on in the next one. */
function Light({ isTalk }: { isTalk: boolean }) {
  return (
    <svg viewBox="0 0 24 34" width={24} height={34} data-light={isTalk ? 'talk' : 'knock'}>
      <path d="M0 4Q12 14 24 4" fill="none" stroke="currentColor" strokeWidth={1.5} />
      <g transform="translate(12 18)">
        <circle r={isTalk ? 11.5 : 5.5} fill="#ffab2e" fillOpacity={0.3} />
        {isTalk && <circle r={8.5} fill="#ffab2e" fillOpacity={0.55} />}
        <path d="M0 -9V-3" stroke="currentColor" strokeWidth={2.5} />
        <circle r={isTalk ? 5 : 3} fill={isTalk ? '#fff4d6' : '#ffd591'} stroke="#c26a00" strokeWidth={1.5} />
      </g>
    </svg>
  )
}
