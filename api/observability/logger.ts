import pino, { type DestinationStream } from 'pino'
import { describeError } from './describeError.ts'
import { levelOf, type CompletedRequest, type LogLevel } from './requestLog.ts'
import { currentRequest } from './requestScope.ts'
import type { ClosedSocket } from './socketLog.ts'

/** What the server says of itself: for people at a terminal, or one JSON object a line. */
export interface Logger {
  /** What somebody who started it wants to read, whatever the level. */
  print(message: string): void
  log(level: LogLevel, message: string, fields?: Record<string, unknown>): void
  /** What went wrong on our side, without what was asked: inputs may hold secrets. It bears the id of its request. */
  logError(error: unknown): void
  /** Writes what is still to be written. */
  flush(): void
}

export interface LoggerOptions {
  level: LogLevel
  format: 'pretty' | 'json'
  /** Where lines go; the standard output where nothing is given. */
  destination?: DestinationStream & { flushSync?(): void }
}

export function makeLogger({ level, format, destination }: LoggerOptions): Logger {
  // Lines are gathered while the last ones are written, so that no request waits for a disk.
  const out = destination ?? pino.destination({ dest: 1, sync: false })
  const options = {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const target = format === 'json' ? out : { write: (line: string) => out.write(formatLine(line)) }
  const leveledLogger = pino({ ...options, level }, target)
  const infoLogger = pino({ ...options, level: 'info' }, target)
  return {
    print: (message) => (format === 'json' ? infoLogger.info(message) : out.write(`${message}\n`)),
    log: (at, message, fields = {}) => leveledLogger[at](fields, message),
    logError: (error) => {
      const requestId = currentRequest()?.requestId
      leveledLogger.error({ ...(requestId ? { requestId } : {}), error: describeError(error) }, 'failed')
    },
    flush: () => out.flushSync?.(),
  }
}

/** One line for people: the time, the level where it is not the usual one, the message, and what belongs to it. */
function formatLine(line: string): string {
  const { level, time, msg, error, ...fields } = JSON.parse(line) as Record<string, unknown> & {
    error?: ReturnType<typeof describeError>
  }
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const head = [String(time).slice(11, 23), level === 'info' ? '' : String(level).toUpperCase(), msg, ...pairs]
  const stack = []
  for (let one = error; one; one = one.cause)
    stack.push(`  ${one.name}: ${one.message}`, ...one.stack.map((frame) => `    ${frame}`))
  return `${[head.filter(Boolean).join(' '), ...stack].join('\n')}\n`
}

/** Writes a line for each request that was answered and each socket that ended. */
export function logEnds(logger: Logger): (ended: CompletedRequest | ClosedSocket) => void {
  return (ended) => {
    if ('closed' in ended) logger.log('info', 'socket', { ...ended })
    else logger.log(levelOf(ended), 'request', { ...ended })
  }
}
