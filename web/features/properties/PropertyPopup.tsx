import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { MapPropertyFragment } from '../../gql/graphql.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PropertyFacts, UnconfirmedNotice } from './PropertyFacts.tsx'
import { streetLine, cityLine } from './addressLines.ts'

interface PropertyPopupProps {
  property: MapPropertyFragment
  onClose: () => void
  /** What came of the last visit; nothing where nobody has knocked. */
  visit: ReactNode
  /** The knock choices. */
  children: ReactNode
  actions: ReactNode
}

/** A saved property in the popup over the map. It takes the focus when it opens; Esc closes it. */
export function PropertyPopup({ property, onClose, visit, children, actions }: PropertyPopupProps) {
  const card = useRef<HTMLElement>(null)
  useCloseOnEscape(card, onClose)
  useEffect(() => {
    const before = document.activeElement
    // Focus after the popup has been attached to the map.
    const frame = requestAnimationFrame(() => card.current?.focus({ preventScroll: true }))
    return () => {
      cancelAnimationFrame(frame)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [property.id])
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={property.address}
      className="w-[316px] rounded-card px-4 pt-3 pb-4 text-left outline-none"
    >
      <header className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 pt-0.5 text-section">
          {streetLine(property)}
          <span className="block text-small font-normal text-ink-2">{cityLine(property)}</span>
        </h2>
        <IconButton label="Close" size="small" icon={X} onClick={onClose} className="-mr-2" />
      </header>
      <div className="mt-2.5 space-y-3">
        {visit && <p className="text-small text-ink-2">{visit}</p>}
        <PropertyFacts property={property} />
        {property.unconfirmed && <UnconfirmedNotice />}
        {children}
        <div className="flex flex-wrap gap-2 *:flex-auto">{actions}</div>
      </div>
    </section>
  )
}

/** A native listener, because React would also deliver Esc from a dialog that is rendered in a portal. */
function useCloseOnEscape(card: { current: HTMLElement | null }, onClose: () => void): void {
  useEffect(() => {
    const element = card.current
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    element?.addEventListener('keydown', handleKeyDown)
    return () => element?.removeEventListener('keydown', handleKeyDown)
  }, [card, onClose])
}
