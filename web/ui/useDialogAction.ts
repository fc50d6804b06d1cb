import { useBusy } from '../lib/useBusy.ts'

/** Starts the action of a dialog, and closes it if the action resolves to true. */
export function useDialogAction(action: () => unknown, onClose: () => void) {
  const { busy: isRunning, run } = useBusy()
  const start = () => {
    const result = action()
    if (result instanceof Promise) void run(async () => (await result) === true && onClose())
  }
  return { isRunning, start }
}
