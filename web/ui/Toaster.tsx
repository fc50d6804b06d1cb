import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type FocusEvent, type MouseEvent, useRef } from 'react'
import { type Toast, useToaster } from 'react-hot-toast/headless'
import { dismissToast, TOAST_KEY, type ToastKind, toastAction, toastDetail, toastKind } from '../lib/toasts.ts'
import { keepDialogsOpenProps } from './keepDialogsOpenProps.ts'
import { classNames } from './classNames.ts'

/** The icon of each kind and its color. */
const displays: Record<ToastKind, readonly [typeof Info, string]> = {
  success: [CircleCheck, 'text-bar-good'],
  error: [CircleAlert, 'text-bar-bad'],
  info: [Info, 'text-bar-info'],
  warning: [TriangleAlert, 'text-bar-warn'],
}

/**
 * The newest toast, at the top right. On a phone one with an action is at the bottom, within reach of the thumb. Older
 * toasts are only read to assistive technology; one that outlives the newest is shown again.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const hoverHandlers = usePauseOnHover(handlers)
  const { rememberFocus, restoreFocus } = useFocusBefore()
  const [newest, ...older] = toasts
  return (
    <div
      {...keepDialogsOpenProps}
      aria-live="polite"
      className="pointer-events-none fixed top-(--toast-offset-top) right-4 z-60 w-90 max-md:inset-x-3 max-md:w-auto"
    >
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
        {newest && <ToastBar key={newest.id} toast={newest} onClose={restoreFocus} />}
      </div>
      <div className="sr-only">
        {older.map((toast) => (
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

/** A toast that a newer one hides. */
function ToastText({ toast }: { toast: Toast }) {
  return (
    <p role={toastKind(toast) === 'error' ? 'alert' : 'status'}>
      {[toast.message as string, toastDetail(toast.id)].filter(Boolean).join(' ')}
    </p>
  )
}

function ToastBar({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const kind = toastKind(toast)
  const action = toastAction(toast.id)
  const detail = toastDetail(toast.id)
  const [Icon, color] = displays[kind]
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames(
        'pointer-events-auto flex min-h-12 items-center gap-2.5 rounded-card border border-bar-line bg-bar py-2.5 pr-2 pl-3.5 text-body font-[550] text-on-bar shadow-popup',
        toast.visible ? 'animate-dialog-in' : 'animate-fade-out opacity-0',
        action && 'max-md:fixed max-md:inset-x-3 max-md:bottom-(--toast-offset-bottom)',
      )}
    >
      <Icon aria-hidden size={18} className={classNames('shrink-0', color)} />
      <span className="min-w-0 flex-1">
        {/* `lib/toasts` creates string messages only. */}
        <span>{toast.message as string}</span>
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
