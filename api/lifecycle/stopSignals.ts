import type { Logger } from '../observability/logger.ts'

/** One press of Ctrl-C comes from the terminal, from npm and from its scripts. */
const duplicateSignalMs = 1_000

/**
 * Ends the process when it is asked to (SIGTERM, SIGINT), with 0, and with 1 after an error that nobody awaited: before
 * `stopBy` was called at once, afterwards by what it was given, which answers how many requests were cut off. A second
 * signal, or `boundMs`, ends it without waiting longer.
 */
export function handleStopSignals(logger: Logger, timeoutMs: number): { setStop(stop: () => Promise<number>): void } {
  let stop: (() => Promise<number>) | null = null
  let stopRequestedAt: number | null = null

  const exit = (code: number) => {
    logger.flush()
    process.exit(code)
  }
  const shutDown = async (reason: string, code: number) => {
    stopRequestedAt = performance.now()
    if (!stop) return exit(code || 130)
    logger.log('info', `${reason}: stopping`)
    setTimeout(() => {
      logger.log('error', `not stopped after ${timeoutMs / 1000} s: not waiting any longer`)
      exit(1)
    }, timeoutMs).unref()
    try {
      const cutOff = await stop()
      logger.log(cutOff > 0 ? 'warn' : 'info', 'stopped', { cutOff })
      exit(code)
    } catch (error) {
      logger.logError(error)
      exit(1)
    }
  }
  const onSignal = (signal: string) => {
    if (stopRequestedAt === null) return void shutDown(signal, 0)
    if (performance.now() - stopRequestedAt < duplicateSignalMs) return
    logger.log('warn', `${signal} again: not waiting any longer`)
    exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => onSignal(signal))
  // What state it left behind nobody knows, so the process goes; those whom it was answering are still answered.
  process.on('uncaughtException', (error) => {
    logger.logError(error)
    if (stopRequestedAt === null) void shutDown('an error that nobody awaited', 1)
  })
  return { setStop: (newStop) => void (stop = newStop) }
}
