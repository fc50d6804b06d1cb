import { X } from 'lucide-react'
import { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { classNames } from './classNames.ts'
import { IconButton } from './IconButton.tsx'
import { useRestoreFocus } from './useRestoreFocus.ts'

interface SlipProps {
  title: string
  description?: ReactNode
  /** The title of the button under which it unfolds; undefined for the middle of the window. */
  anchorTitle: string | undefined
  /** For a table of several columns. */
  isWide?: boolean
  footer: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The slip gets so many pixels below its figure, to which the page scrolls. */
const MIN_HEIGHT = 480
const GAP = 6

/**
 * A modal dialog as narrow as a receipt, which unfolds under what was pressed; on a phone a sheet from below. Printed, it is alone on
 * the paper (`data-slip` in styles.css).
 */
export function Slip({ title, description, anchorTitle, isWide = false, footer, onClose, children }: SlipProps) {
  const isPhone = useIsPhone()
  const focus = useRestoreFocus('dialog')
  const anchor = useAnchor(anchorTitle, isPhone)
  const width = isWide ? 560 : 384
  const left = anchor ? Math.min(Math.max(16, anchor.left - 16), Math.max(16, window.innerWidth - width - 16)) : null
  const top = anchor ? anchor.bottom + GAP : 96
  return (
    <Root open onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 max-md:bg-scrim data-[state=open]:animate-fade-in print:hidden" />
        <div
          data-slip
          className="pointer-events-none fixed inset-0 z-40 flex flex-col max-md:justify-end md:pb-4 print:static print:block"
        >
          {/* Gives way where too little is left below the figure. */}
          <div
            aria-hidden
            style={{ flexBasis: top, minHeight: `max(16px, min(${top}px, 100dvh - ${MIN_HEIGHT + 16}px))` }}
            className="shrink-1000 max-md:hidden print:hidden"
          />
          <Content
            {...focus}
            {...(description ? {} : { 'aria-describedby': undefined })}
            style={isPhone ? undefined : { width, marginLeft: left ?? 'auto', marginRight: 'auto' }}
            className={classNames(
              'pointer-events-auto relative flex min-h-0 max-w-full flex-col overflow-hidden bg-surface text-ink outline-none',
              'max-md:max-h-[90dvh] max-md:w-full max-md:rounded-t-sheet max-md:shadow-dialog data-[state=open]:animate-sheet-in',
              'md:rounded-card md:shadow-popup md:ring-1 md:ring-line md:data-[state=open]:animate-popup-in',
              'print:max-h-none print:overflow-visible print:shadow-none print:ring-0',
            )}
          >
            <header className="border-b border-dashed border-line-2 px-5 pt-4 pr-14 pb-3">
              <Title className="text-section wrap-anywhere">{title}</Title>
              {description && (
                <Description asChild>
                  <div className="mt-0.5 text-small text-ink-2">{description}</div>
                </Description>
              )}
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-3 pb-4 print:overflow-visible">
              {children}
            </div>
            <footer className="flex gap-2.5 border-t border-dashed border-line-2 px-5 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] max-md:[&>*]:flex-1 print:hidden">
              {footer}
            </footer>
            {/* Last in DOM order, so that the content is read first. */}
            <Close asChild>
              <IconButton
                label="Close"
                icon={X}
                iconSize={18}
                className="absolute top-2 right-2.5 max-md:top-1 print:hidden"
              />
            </Close>
          </Content>
        </div>
      </Portal>
    </Root>
  )
}

/** Where the pressed button is, or the one with this title, which after a reload appears later than the slip. */
function useAnchor(title: string | undefined, isPhone: boolean): DOMRect | null {
  const [pressed] = useState(() => document.activeElement)
  const [place, setPlace] = useState<DOMRect | null>(null)
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    if (!main) return
    const isPressed = pressed !== main && main.contains(pressed)
    const find = () =>
      title === undefined ? undefined : [...main.querySelectorAll('button')].find((button) => button.title === title)
    let isFound = false
    const measure = () => {
      const element = isPressed ? pressed! : find()
      if (!element) return
      const hiddenHeight = element.getBoundingClientRect().bottom - (window.innerHeight - MIN_HEIGHT - 16 - GAP)
      if (!isFound && !isPhone && hiddenHeight > 0) window.scrollBy({ top: hiddenHeight, behavior: 'instant' })
      isFound = true
      setPlace(element.getBoundingClientRect())
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(main)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [pressed, title, isPhone])
  return place
}
