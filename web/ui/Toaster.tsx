import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type FocusEvent, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { type Toast, useToaster } from 'react-hot-toast/headless'
import { dismissToast, TOAST_KEY, type ToastKind, toastAction, toastDetail, toastKind } from '../lib/toasts.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { keepDialogsOpenProps } from './keepDialogsOpenProps.ts'
import { classNames } from './classNames.ts'
import { placeToast } from './toastPlace.ts'

/** The icon of each kind and its color. */
const displays: Record<ToastKind, readonly [typeof Info, string]> = {
  success: [CircleCheck, 'text-bar-good'],
  error: [CircleAlert, 'text-bar-bad'],
  info: [Info, 'text-bar-info'],
  warning: [TriangleAlert, 'text-bar-warn'],
}

/** A phone shows this many toasts at the top, and one with an action within reach of the thumb. */
const MAX_ON_PHONE = 2

/**
 * The toasts, where they cover no control: from the top right down, and on a phone one with an action from the bottom up, within
 * reach of the thumb. What a phone has no room for is only read to assistive technology, and shown when a newer one has gone.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const isPhone = useIsPhone()
  const hoverHandlers = usePauseOnHover(handlers)
  const { rememberFocus, restoreFocus } = useFocusBefore()
  const isAtBottom = ({ id }: Toast) => isPhone && toastAction(id) !== undefined
  const shown = isPhone
    ? [...toasts.filter(isAtBottom).slice(0, 1), ...toasts.filter((toast) => !isAtBottom(toast)).slice(0, MAX_ON_PHONE)]
    : toasts
  return (
    <div {...keepDialogsOpenProps} aria-live="polite">
      <div
        {...hoverHandlers}
        onFocus={(event) => {
          handlers.startPause()
          rememberFocus(event)
        }}
        onBlur={handlers.endPause}
        data-toast
        className="contents"
      >
        {shown.map((toast) => (
          <ToastBar key={toast.id} toast={toast} edge={isAtBottom(toast) ? 'bottom' : 'top'} onClose={restoreFocus} />
        ))}
      </div>
      <div className="sr-only">
        {toasts
          .filter((toast) => !shown.includes(toast))
          .map((toast) => (
            <ToastText key={toast.id} toast={toast} />
          ))}
      </div>
    </div>
  )
}

/**
 * Pauses the toasts on hover. A toast that appears below a pointer at rest, as after a click on Logout, does not count
 * as hovered.
 */
function usePauseOnHover({ startPause, endPause }: { startPause: () => void; endPause: () => void }) {
  const isPaused = useRef(false)
  return {
    onMouseMove: (event: MouseEvent) => {
      if (isPaused.current || !(event.movementX || event.movementY)) return
      isPaused.current = true
      startPause()
    },
    onMouseLeave: () => {
      if (isPaused.current) endPause()
      isPaused.current = false
    },
  }
}

/** `restoreFocus` moves the focus from the toast to where it was before; to the screen if that is gone. */
function useFocusBefore() {
  const before = useRef<HTMLElement>(null)
  return {
    rememberFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null
    },
    restoreFocus: () => {
      const target = before.current?.isConnected ? before.current : document.getElementById('main')
      target?.focus({ preventScroll: true })
    },
  }
}

/** A toast that newer ones hide. */
function ToastText({ toast }: { toast: Toast }) {
  return (
    <p role={toastKind(toast) === 'error' ? 'alert' : 'status'}>
      {[toast.message as string, toastDetail(toast.id)].filter(Boolean).join(' ')}
    </p>
  )
}

/** Above what it is about; at the top while a dialog stands there, whose choices it would cover. */
const BOTTOM_CLASSES =
  'bottom-(--toast-offset-bottom) max-md:left-(--toast-offset-left) max-md:right-(--toast-offset-right) max-md:[body:has([data-dialog][data-state=open])_&]:inset-x-3 max-md:[body:has([data-dialog][data-state=open])_&]:top-3! max-md:[body:has([data-dialog][data-state=open])_&]:bottom-auto!'

function ToastBar({ toast, edge, onClose }: { toast: Toast; edge: 'top' | 'bottom'; onClose: () => void }) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => placeToast(bar.current!, edge), [edge])
  const kind = toastKind(toast)
  const action = toastAction(toast.id)
  const detail = toastDetail(toast.id)
  const [Icon, color] = displays[kind]
  return (
    <div
      ref={bar}
      role={kind === 'error' ? 'alert' : 'status'}
      data-toast-bar
      className={classNames(
        'pointer-events-auto fixed right-4 z-60 flex w-90 max-md:inset-x-3 max-md:w-auto min-h-12 items-center gap-2.5 rounded-card border border-bar-line bg-bar py-2.5 pr-2 pl-3.5 text-body font-[550] text-on-bar shadow-popup',
        toast.visible ? 'animate-dialog-in' : 'animate-fade-out opacity-0',
        edge === 'top' ? 'top-(--toast-offset-top)' : BOTTOM_CLASSES,
      )}
    >
      <Icon aria-hidden size={18} className={classNames('shrink-0', color)} />
      <span className="min-w-0 flex-1">
        {/* `lib/toasts` creates string messages only. */}
        <span>{toast.message as string}</span>
        {/* Screen readers read the two lines as one text. */ detail && ' '}
        {detail && <span className="block text-small font-normal">{detail}</span>}
      </span>
      {action && (
        <button
          type="button"
          aria-keyshortcuts={TOAST_KEY}
          title={`${action.label} (${TOAST_KEY})`}
          onClick={() => {
            onClose()
            dismissToast(toast.id)
            action.run()
          }}
          className="min-h-9 rounded-badge px-2.5 font-semibold text-bar-warn hover:bg-on-bar/10 max-md:min-h-12"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => {
          onClose()
          dismissToast(toast.id)
        }}
        className="flex size-7 shrink-0 items-center justify-center rounded-badge text-bar-2 hover:text-on-bar max-md:size-11"
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  )
}
