import { ArrowLeft, X } from 'lucide-react'
import { Content, Portal, Root, Title } from '@radix-ui/react-dialog'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { IconButton } from './IconButton.tsx'
import { useRestoreFocus } from './useRestoreFocus.ts'

interface DrawerProps {
  /** The accessible name; on a phone also the title of the page. */
  title: string
  /** Beside the title, such as '2 of 174'. Not shown on a phone. */
  position?: ReactNode
  /** Buttons at the right of the header, before the one that closes. */
  actions?: ReactNode
  /** Stays visible while the content scrolls. */
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The width in pixels that `Layout` leaves free beside the screen. */
export const DRAWER_WIDTH = 420

/**
 * A record beside the screen it was opened from, which stays usable; on a phone a page over it. Esc and the close button
 * close it.
 */
export function Drawer({ title, position, actions, footer, onClose, children }: DrawerProps) {
  const isPhone = useIsPhone()
  const focus = useRestoreFocus()
  const top = useTopOfMain(!isPhone)
  return (
    <Root open modal={isPhone} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus(event)
            // Keys belong to the record, not to its first button.
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          // Esc ends the editing of a field, and then closes the drawer.
          onEscapeKeyDown={(event) => {
            if (document.activeElement?.hasAttribute('data-inline-edit')) event.preventDefault()
          }}
          onInteractOutside={(event) => event.preventDefault()}
          aria-describedby={undefined}
          data-drawer
          style={isPhone ? undefined : { top, width: DRAWER_WIDTH }}
          className="fixed z-30 flex flex-col bg-surface text-ink outline-none max-md:inset-0 max-md:z-40 max-md:bg-canvas md:right-0 md:bottom-0 md:max-w-full md:border-l md:border-line md:shadow-popup md:motion-safe:data-[state=open]:animate-fade-in"
        >
          <header className="flex min-h-14 shrink-0 items-center gap-1 border-b border-line bg-surface pr-2 max-md:pl-1 md:min-h-12 md:pl-5">
            {isPhone && <IconButton label="Back" icon={ArrowLeft} iconSize={22} onClick={onClose} size="large" />}
            <Title className="mr-auto min-w-0 truncate text-dialog md:text-body md:font-normal md:text-ink-2">
              {isPhone || !position ? title : <span className="sr-only">{title}</span>}
              {!isPhone && position}
            </Title>
            {actions}
            {!isPhone && <IconButton label="Close" icon={X} iconSize={18} onClick={onClose} />}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer && (
            <footer className="flex gap-2.5 border-t border-line bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:px-5 [&>*]:flex-1">
              {footer}
            </footer>
          )}
        </Content>
      </Portal>
    </Root>
  )
}

/** The distance in pixels between the top of the window and the screen below the top bar, which scrolls away. */
function useTopOfMain(isEnabled: boolean): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (!isEnabled) return
    const measure = () =>
      setTop(Math.max(0, Math.round(document.getElementById('main')?.getBoundingClientRect().top ?? 0)))
    measure()
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [isEnabled])
  return top
}
