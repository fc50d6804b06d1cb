import { setTimeout as sleep } from 'node:timers/promises'
import pino, { type DestinationStream } from 'pino'
import { describeError } from './describeError.ts'
import { levelOf } from './requestLog.ts'
import { currentRequest, type CompletedRequest, type LogLevel } from './requestScope.ts'
import type { ClosedSocket } from './socketLog.ts'

/** The server log: readable lines for a terminal, or one JSON object per line. */
export interface Logger {
  /** Prints a message at every log level, for the person who started the server. */
  print(message: string): void
  log(level: LogLevel, message: string, fields?: Record<string, unknown>): void
  /** Logs an unexpected error with its request id. Request data is not logged because it may contain secrets. */
  logError(error: unknown): void
  /**
   * Writes buffered lines. Returns false if they are not written after a second, because nobody reads them at the moment. They are
   * dropped if nobody can read them any more.
   */
  flush(): Promise<boolean>
}

export interface LoggerOptions {
  level: LogLevel
  format: 'pretty' | 'json'
  /** Defaults to standard output. */
  destination?: DestinationStream & { flush?(done?: () => void): void }
}

const flushTimeoutMs = 1_000
/** What is kept for a reader that does not read. Later lines are dropped. */
const maxBufferedBytes = 16 * 1024 * 1024

export function makeLogger({ level, format, destination }: LoggerOptions): Logger {
  // Lines are written asynchronously and many at once, because a write for each request costs more than the line itself.
  const out: LoggerOptions['destination'] & DestinationStream =
    destination ??
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100, maxLength: maxBufferedBytes })
  const options = {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const toLine = format === 'json' ? (line: string) => `${escapeControls(line.slice(0, -1))}\n` : formatLine
  const target = { write: (line: string) => out.write(toLine(line)) }
  const leveledLogger = pino({ ...options, level }, target)
  const infoLogger = pino({ ...options, level: 'info' }, target)
  return {
    print(message) {
      if (format === 'json') infoLogger.info(message)
      else out.write(`${message.split('\n').map(escapeControls).join('\n')}\n`)
      out.flush?.()
    },
    log: (at, message, fields = {}) => leveledLogger[at](fields, message),
    logError: (error) => {
      const requestId = currentRequest()?.requestId
      leveledLogger.error({ ...(requestId ? { requestId } : {}), error: describeError(error) }, 'failed')
    },
    // Synchronous writing would wait for ever for a reader that does not read.
    flush: () =>
      Promise.race([
        new Promise<boolean>((resolve) => (out.flush ? out.flush(() => resolve(true)) : resolve(true))),
        sleep(flushTimeoutMs, false),
      ]),
  }
}

/**
 * The text with an escape, as in JSON, for each character that could begin another line, control a terminal or change the
 * order of what is shown.
 */
function escapeControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    // A character outside of the basic plane has two code units.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** Formats a JSON log line for a terminal: time, level unless it is info, message, fields and stack. */
function formatLine(line: string): string {
  const { level, time, msg, error, ...fields } = JSON.parse(line) as Record<string, unknown> & {
    error?: ReturnType<typeof describeError>
  }
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const head = [String(time).slice(11, 23), level === 'info' ? '' : String(level).toUpperCase(), msg, ...pairs]
  const stack = []
  for (let cause = error; cause; cause = cause.cause)
    stack.push(`  ${cause.name}: ${cause.message}`, ...cause.stack.map((frame) => `    ${frame}`))
  return `${[head.filter(Boolean).join(' '), ...stack].map(escapeControls).join('\n')}\n`
}

/** Returns a function that logs completed requests and closed sockets. */
export function logEnds(logger: Logger): (ended: CompletedRequest | ClosedSocket) => void {
  return (ended) => {
    if ('closed' in ended) logger.log('info', 'socket', { ...ended })
    else logger.log(levelOf(ended), 'request', { ...ended })
  }
}
