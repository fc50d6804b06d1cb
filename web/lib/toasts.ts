import { type Toast, toast } from 'react-hot-toast/headless'

/** How long named toasts stay (spec §9). */
export const LONG_TOAST_MS = 6000
const SUCCESS_TOAST_MS = 2000
const DEFAULT_TOAST_MS = 4000
const EXIT_ANIMATION_MS = 120

export type ToastKind = 'success' | 'error' | 'info' | 'warning'

export interface ToastOptions {
  /** Milliseconds; success 2,000, others 4,000 unless given, and 6,000 with an action. */
  duration?: number
  /** A toast of the same id replaces the one that is there. */
  id?: string
  /** Said beneath, such as the server's reason. */
  detail?: string
}

interface ToastAction {
  label: string
  run: () => void
}

/** What a toast carries besides its sentence, by id. */
const extrasById = new Map<string, { action: ToastAction | undefined; detail: string | undefined }>()

let toastCount = 0

function show(kind: ToastKind, message: string, options: ToastOptions = {}, action?: ToastAction): string {
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

/** Says what was done, with an Undo that takes it back for as long as the toast stands (6 s). */
export const toastUndo = (message: string, undo: () => void, options?: ToastOptions): string =>
  show('success', message, options, { label: 'Undo', run: undo })

/** Takes a toast away before its time. */
export const dismissToast = (id: string): void => toast.dismiss(id)

/** The action a toast carries, if any. For the drawing of toasts. */
export const toastAction = (id: string): ToastAction | undefined => extrasById.get(id)?.action

/** What is said beneath a toast, or nothing. For the drawing of toasts. */
export const toastDetail = (id: string): string | undefined => extrasById.get(id)?.detail

/** The kind of a toast. For the drawing of toasts. */
export const toastKind = (shown: Toast): ToastKind => (shown.className as ToastKind | undefined) ?? 'info'
