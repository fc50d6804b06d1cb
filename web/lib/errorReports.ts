/** An error as the server logs it. */
interface ErrorReport {
  name: string
  message: string
  stack: string[]
  route: string
  version: string
}

const MAX_REPORTS = 10
const MAX_MESSAGE_LENGTH = 500
const MAX_FRAMES = 15
const MAX_FRAME_LENGTH = 150

/** Browsers report this without an error, and nothing is lost by it. */
const HARMLESS = /^ResizeObserver loop/

const sent = new Set<string>()

/** Reports errors and rejections that nothing handles to the server. Called before the first rendering, and by the service worker. */
export function reportUnhandledErrors(): void {
  addEventListener('error', ({ error, message }) => sendErrorReport((error as unknown) ?? message))
  addEventListener('unhandledrejection', ({ reason }) => sendErrorReport(reason))
}

/**
 * Sends an error to the server's log, once for each error of this page and at most ten. Without a connection, only the
 * first is sent, when the connection is back. Never throws.
 */
export function sendErrorReport(error: unknown): void {
  try {
    const report = toReport(error)
    const key = `${report.name} ${report.message} ${report.stack[0]}`
    if (HARMLESS.test(report.message) || sent.has(key) || sent.size >= MAX_REPORTS) return
    if (navigator.onLine) {
      sent.add(key)
      void post(report)
    } else sendWhenOnline(report)
  } catch {
    // An error of the report itself must not start another one.
  }
}

let waiting: ErrorReport | undefined

function sendWhenOnline(report: ErrorReport): void {
  if (waiting) return
  waiting = report
  addEventListener(
    'online',
    () => {
      waiting = undefined
      void post(report)
    },
    { once: true },
  )
}

async function post(report: ErrorReport): Promise<void> {
  await fetch('/client-errors', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  }).catch(() => undefined)
}

/** The path without ids and without the tokens of links, few of which have no digit. */
const withoutIds = (path: string): string =>
  path
    .replaceAll(/\/[^/]*\d[^/]*/g, '/:id')
    .split('/')
    .map((part) => (part.length < 30 ? part : ':id'))
    .join('/')

function toReport(error: unknown): ErrorReport {
  const { name = typeof error, stack = '', message } = error instanceof Error ? error : { message: String(error) }
  return {
    name: name.slice(0, 100),
    message: (codesOf(error) ?? withoutInput(message)).slice(0, MAX_MESSAGE_LENGTH),
    stack: framesOf(stack),
    route: withoutIds(location.pathname).slice(0, 100),
    version: version(),
  }
}

/** The file of the build that this page runs; empty in the service worker, which the route names. */
function version(): string {
  if (typeof document === 'undefined') return ''
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')
  return (script?.src ?? '').split('/').at(-1)!.slice(0, 100)
}

/** The codes of a response with errors. Its messages may repeat what the user entered. */
function codesOf(error: unknown): string | undefined {
  const errors = (error as { errors?: unknown } | null)?.errors
  if (!Array.isArray(errors)) return undefined
  return errors.map((item: { extensions?: { code?: unknown } }) => String(item.extensions?.code)).join(' ')
}

/** Removes what may be a secret or come from a form: quoted text, query strings, email addresses, long words and numbers. */
function withoutInput(message: string): string {
  return message
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/[?#][^\s)'"]*/g, '')
    .replaceAll(/[\w.+@-]+/g, (word) => (/^[^@]+@./.test(word) ? '…' : word))
    .replaceAll(/[\w-]{16,}/g, (word) => (/\d/.test(word) ? '…' : word))
    .replaceAll(/\d{5,}/g, '…')
}

/** The calls of a stack in the notation of any browser, without the message, origins and query strings. */
function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s*at |^\S*@/.test(line) && /:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) =>
      line
        .trim()
        .replaceAll(/https?:\/\/[^/\s]+/g, '')
        .replaceAll(/\?[^\s:)]*/g, '')
        .slice(0, MAX_FRAME_LENGTH),
    )
}
