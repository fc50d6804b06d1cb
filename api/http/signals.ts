import type { Logger } from './logger.ts'

/** One press of Ctrl-C comes from the terminal, from npm and from its scripts. */
const samePressMs = 1_000

/**
 * Ends the process when it is asked to (SIGTERM, SIGINT), with 0, and with 1 after an error that nobody awaited: before
 * `stopBy` was called at once, afterwards by what it was given, which answers how many requests were cut off. A second
 * signal, or `boundMs`, ends it without waiting longer.
 */
export function onSignals(logger: Logger, boundMs: number): { stopBy(stop: () => Promise<number>): void } {
  let stop: (() => Promise<number>) | null = null
  let askedAt: number | null = null

  const leave = (code: number) => {
    logger.flush()
    process.exit(code)
  }
  const end = async (reason: string, code: number) => {
    askedAt = performance.now()
    if (!stop) return leave(code || 130)
    logger.line('info', `${reason}: stopping`)
    setTimeout(() => {
      logger.line('error', `not stopped after ${boundMs / 1000} s: not waiting any longer`)
      leave(1)
    }, boundMs).unref()
    try {
      const cutOff = await stop()
      logger.line(cutOff > 0 ? 'warn' : 'info', 'stopped', { cutOff })
      leave(code)
    } catch (error) {
      logger.failed(error)
      leave(1)
    }
  }
  const onSignal = (signal: string) => {
    if (askedAt === null) return void end(signal, 0)
    if (performance.now() - askedAt < samePressMs) return
    logger.line('warn', `${signal} again: not waiting any longer`)
    leave(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => onSignal(signal))
  // What state it left behind nobody knows, so the process goes; those whom it was answering are still answered.
  process.on('uncaughtException', (error) => {
    logger.failed(error)
    if (askedAt === null) void end('an error that nobody awaited', 1)
  })
  return { stopBy: (given) => void (stop = given) }
}
