import { type Toast, toast } from 'react-hot-toast/headless'

/** How long the toasts of spec §9 stay, in milliseconds. */
export const LONG_TOAST_MS = 6000
const SUCCESS_TOAST_MS = 2000
const DEFAULT_TOAST_MS = 4000
const EXIT_ANIMATION_MS = 120

/** Moves the focus to the toast. */
export const TOAST_KEY = 'F8'

export type ToastKind = 'success' | 'error' | 'info' | 'warning'

export interface ToastOptions {
  /** In milliseconds: by default 2,000 for success, 6,000 with an action, otherwise 4,000. */
  duration?: number
  /** A toast with the same id is replaced. */
  id?: string
  /** A second line, such as the server's reason. */
  detail?: string
  /** What the user can do about it. */
  action?: ToastAction | undefined
}

interface ToastAction {
  label: string
  run: () => void
}

/** Action and detail by toast id, because the library stores only a message. */
const extrasById = new Map<string, { action: ToastAction | undefined; detail: string | undefined }>()

let toastCount = 0

function show(kind: ToastKind, message: string, { action, ...options }: ToastOptions = {}): string {
  const id = options.id ?? `toast-${++toastCount}`
  extrasById.set(id, { action, detail: options.detail })
  const duration =
    options.duration ?? (action ? LONG_TOAST_MS : kind === 'success' ? SUCCESS_TOAST_MS : DEFAULT_TOAST_MS)
  return toast(message, { id, duration, removeDelay: EXIT_ANIMATION_MS, className: kind })
}

export const toastSuccess = (message: string, options?: ToastOptions): string => show('success', message, options)
export const toastError = (message: string, options?: ToastOptions): string => show('error', message, options)
export const toastInfo = (message: string, options?: ToastOptions): string => show('info', message, options)
export const toastWarning = (message: string, options?: ToastOptions): string => show('warning', message, options)

/** Shows a success toast with an Undo button for 6 s. */
export const toastUndo = (message: string, undo: () => void, options?: ToastOptions): string =>
  show('success', message, { ...options, action: { label: 'Undo', run: undo } })

/** Shows an info toast with an action that stays until the user takes it or dismisses it. */
export const toastOffer = (message: string, action: ToastAction, options?: ToastOptions): string =>
  show('info', message, { duration: Infinity, ...options, action })

/** Removes a toast. */
export const dismissToast = (id: string): void => toast.dismiss(id)

/** The action of a toast, if any. For the Toaster only. */
export const toastAction = (id: string): ToastAction | undefined => extrasById.get(id)?.action

/** The second line of a toast, if any. For the Toaster only. */
export const toastDetail = (id: string): string | undefined => extrasById.get(id)?.detail

/** The kind of a toast. For the Toaster only. */
export const toastKind = (shownToast: Toast): ToastKind => (shownToast.className as ToastKind | undefined) ?? 'info'
