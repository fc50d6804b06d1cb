/** An error as it is logged. */
export interface ErrorRecord {
  name: string
  message: string
  code?: string
  /** Names of the database table, constraint and routine. */
  where?: string
  stack: string[]
  cause?: ErrorRecord
}

const maxMessageLength = 500
const maxCauseDepth = 3

/**
 * Converts an error for the log: name, message, code and stack. Database errors quote the statement and user input, so
 * their message is replaced; other messages are redacted.
 */
export function describeError(error: unknown, depth = 0): ErrorRecord {
  if (!(error instanceof Error)) return { name: typeof error, message: redact(String(error)), stack: [] }
  const { code, table, constraint, routine } = error as {
    [name in 'code' | 'table' | 'constraint' | 'routine']?: unknown
  }
  const where = [table, constraint, routine].filter((name) => typeof name === 'string').join(' ')
  const fromDatabase = isSqlState(code) || quotesStatement(error)
  return {
    name: error.name,
    message: fromDatabase ? `The database refused a statement (${String(code)})` : redact(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(where ? { where } : {}),
    stack: stackFrames(error),
    ...(error.cause !== undefined && depth < maxCauseDepth ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

/**
 * Returns the stack frames without the message, which may span several lines: the first three frames, and all frames of
 * our own code.
 */
function stackFrames({ stack = '' }: Error): string[] {
  const lines = stack.split('\n').filter((line) => /^\s+at .+(:\d+:\d+\)?|\))$/.test(line))
  const frames = lines.map((line) => line.trim()).filter((line, at) => at < 3 || !/node_modules|\(?node:/.test(line))
  return [...new Set(frames)].slice(0, 20)
}

function isSqlState(code: unknown): boolean {
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
}

/** MikroORM wraps errors of node-postgres and puts the statement with its values into the message. */
function quotesStatement({ name, message }: Error): boolean {
  return name.endsWith('Exception') || /^\s*(select|insert|update|delete|with|begin|set)\b/i.test(message)
}

/**
 * Removes secrets: credentials after Bearer or Basic, credentials in URLs, and values of fields named token, key,
 * password or secret.
 */
export function redact(text: string): string {
  return text
    .slice(0, maxMessageLength)
    .replace(/\b(bearer|basic)\s+[^\s"',]+/gi, '$1 …')
    .replace(/(:\/\/)[^\s/@]+@/g, '$1…@')
    .replace(/((?:token|key|password|secret)["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi, '$1…')
}
