import type { Logger } from '../observability/logger.ts'

/** A single Ctrl-C can deliver several signals: from the terminal, from npm and from its scripts. */
const duplicateSignalMs = 1_000

/**
 * Stops the process on SIGTERM and SIGINT with exit code 0, and after an uncaught error with exit code 1. Exits
 * immediately until `setStop` provides a stop function, which returns the number of aborted requests. A second signal
 * or `timeoutMs` exits without waiting further.
 */
export function handleStopSignals(logger: Logger, timeoutMs: number): { setStop(stop: () => Promise<number>): void } {
  let stop: (() => Promise<number>) | null = null
  let stopRequestedAt: number | null = null

  const exit = async (code: number) => {
    // Node waits at its exit for a write that is in progress, which nobody may read.
    if (!(await logger.flush())) process.kill(process.pid, 'SIGKILL')
    process.exit(code)
  }
  const shutDown = async (reason: string, code: number) => {
    stopRequestedAt = performance.now()
    if (!stop) return exit(code || 130)
    logger.log('info', `${reason}: stopping`)
    setTimeout(() => {
      logger.log('error', `not stopped after ${timeoutMs / 1000} s: exiting`)
      void exit(1)
    }, timeoutMs).unref()
    try {
      const cutOff = await stop()
      logger.log(cutOff > 0 ? 'warn' : 'info', 'stopped', { cutOff })
      await exit(code)
    } catch (error) {
      logger.logError(error)
      await exit(1)
    }
  }
  const onSignal = (signal: string) => {
    if (stopRequestedAt === null) return void shutDown(signal, 0)
    if (performance.now() - stopRequestedAt < duplicateSignalMs) return
    logger.log('warn', `${signal} again: exiting`)
    void exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => onSignal(signal))
  // The process may be in an inconsistent state after an uncaught error, so it stops after responding to open requests.
  process.on('uncaughtException', (error) => {
    logger.logError(error)
    if (stopRequestedAt === null) void shutDown('uncaught error', 1)
  })
  return { setStop: (newStop) => void (stop = newStop) }
}
