/** What the log keeps of an error. */
export interface ErrorRecord {
  name: string
  message: string
  code?: string
  /** Where in the database it happened, by names of ours. */
  where?: string
  stack: string[]
  cause?: ErrorRecord
}

const maxMessageLength = 500
const maxCauseDepth = 3

/**
 * An error as it may be kept: its kind, its code and where it came from. Errors of the database quote the statement and
 * what people typed, so of them no word is kept; of the others, nothing that looks like a key.
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
 * The lines of the stack that say where, without the message before them, which may run over many lines: the first few,
 * and all that are ours.
 */
function stackFrames({ stack = '' }: Error): string[] {
  const lines = stack.split('\n').filter((line) => /^\s+at .+(:\d+:\d+\)?|\))$/.test(line))
  const frames = lines.map((line) => line.trim()).filter((line, at) => at < 3 || !/node_modules|\(?node:/.test(line))
  return [...new Set(frames)].slice(0, 20)
}

function isSqlState(code: unknown): boolean {
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
}

/** The mapper wraps what node-postgres throws, and puts the whole statement with its values in front. */
function quotesStatement({ name, message }: Error): boolean {
  return name.endsWith('Exception') || /^\s*(select|insert|update|delete|with|begin|set)\b/i.test(message)
}

/** Keys travel after Bearer, in addresses before the host, and as token, key or password of a query or an object. */
export function redact(text: string): string {
  return text
    .slice(0, maxMessageLength)
    .replace(/\b(bearer|basic)\s+[^\s"',]+/gi, '$1 …')
    .replace(/(\w+:\/\/)[^\s/@]+@/g, '$1…@')
    .replace(/\b([\w-]*(?:token|key|password|secret))(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi, '$1$2…')
}
