import { X } from 'lucide-react'
import { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { type ReactNode, useState } from 'react'
import { toastInfo } from '../lib/toasts.ts'
import { classNames } from './classNames.ts'
import { IconButton } from './IconButton.tsx'
import { useRestoreFocus } from './useRestoreFocus.ts'

export interface DialogProps {
  /** False hides it, for a dialog that stays rendered. */
  open?: boolean
  /** Called by the backdrop, Esc and the close button. While `busy` these only hide the dialog. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** An image before the title. */
  media?: ReactNode
  /** The buttons, the primary one last. They stay visible while the body scrolls. */
  footer?: ReactNode
  width?: 560 | 600 | 672
  /** A request is under way. A dialog that was hidden comes back with its form when the request has failed. */
  busy?: boolean
  /** Only a button of the footer closes it. */
  isLocked?: boolean
  /** What has the focus when the dialog opens: by default the first field, except on touch devices. */
  initialFocus?: 'field' | 'dialog'
  children?: ReactNode
}

const widths = { 560: 'md:max-w-[560px]', 600: 'md:max-w-[600px]', 672: 'md:max-w-[672px]' }

/**
 * A modal dialog; below 800 px a sheet at the bottom. The first field or the dialog has the initial focus, and closing restores the
 * previous focus.
 */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  media,
  footer,
  width = 560,
  busy = false,
  isLocked = false,
  initialFocus = 'field',
  children,
}: DialogProps) {
  const focus = useRestoreFocus(initialFocus)
  const [isHidden, setIsHidden] = useState(false)
  if (isHidden && !busy) setIsHidden(false)
  const handleClose = () => {
    if (isLocked) return
    if (!busy) return onClose()
    setIsHidden(true)
    toastInfo('Still sending. The form comes back if it fails.')
  }
  return (
    <Root open={open && !isHidden} onOpenChange={(next) => !next && handleClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <div className="pointer-events-none fixed inset-0 z-40 flex items-end justify-center md:items-center md:p-6">
          <Content
            data-dialog
            {...focus}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              'pointer-events-auto relative flex max-h-[90dvh] w-full flex-col overflow-hidden rounded-t-sheet bg-surface text-ink shadow-dialog outline-none md:rounded-dialog',
              'data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in md:data-[state=closed]:animate-fade-out md:data-[state=open]:animate-dialog-in',
              widths[width],
            )}
          >
            <header className="flex gap-4 px-4 pt-5 pr-16 pb-1 md:px-6 md:pr-16">
              {media}
              <div className="min-w-0 flex-1">
                <Title className="text-dialog">{title}</Title>
                {description && (
                  <Description asChild>
                    <div className="mt-1 text-body text-ink-2">{description}</div>
                  </Description>
                )}
              </div>
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-3 pb-5 md:px-6">{children}</div>
            {footer && (
              <footer className="flex gap-2.5 border-t border-line bg-canvas px-4 pt-3.5 pb-[max(14px,env(safe-area-inset-bottom))] md:justify-end md:px-6 max-md:[&>*]:flex-1">
                {footer}
              </footer>
            )}
            {/* Last in DOM order, so that the initial focus is in the first field. */}
            <Close asChild>
              <IconButton label="Close" icon={X} iconSize={18} disabled={isLocked} className="absolute top-3 right-3" />
            </Close>
          </Content>
        </div>
      </Portal>
    </Root>
  )
}
