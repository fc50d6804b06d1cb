import { useEffect, useId, useRef, useState } from 'react'
import { formatTime, fromFieldTime } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { comeBackTimes } from './comeBackTimes.ts'

/** Asks once when the rep wants to come back. The knock is already saved, so the question can be left without an answer. */
export function ComeBackOffer({ onChoose }: { onChoose: (at: Date) => void }) {
  const id = useId()
  const [times] = useState(() => comeBackTimes(new Date()))
  const [typed, setTyped] = useState('')
  const chosen = fromFieldTime(typed)
  const section = useRef<HTMLElement>(null)
  // The outcome that was tapped may be further down.
  // In braces: newer browsers return a promise, which React would call as a clean-up.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} aria-labelledby={id} className="mb-3 rounded-phone-card bg-plum-tint p-3">
      <h3 id={id} className="text-body font-semibold text-ink">
        Come back when?
      </h3>
      <div className="mt-2 grid grid-cols-2 gap-2">
        {times.map(({ label, at }) => (
          <Button key={label} onClick={() => onChoose(at)}>
            <span>
              {label} <span className="figures font-normal text-ink-2">{formatTime(at).replace(':00', '')}</span>
            </span>
          </Button>
        ))}
      </div>
      <form
        className="mt-2 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen) onChoose(chosen)
        }}
      >
        <input
          type="datetime-local"
          aria-label="Another time"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="field-box h-10 min-w-0 flex-1 px-3 text-body max-md:h-12 max-md:text-[1rem]"
        />
        <Button disabled={!chosen} onClick={() => chosen && onChoose(chosen)}>
          Set
        </Button>
      </form>
    </section>
  )
}
