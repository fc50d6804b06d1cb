import { type Credentials, headersOf } from './apollo.ts'
import { RequestError } from './errors.ts'
import { REQUEST_TIMEOUT_MS, timeLimit } from './timeout.ts'

/** The error of a REST call. `errorCode` and `errorMessage` accept it like a GraphQL error. */
export class RestError extends RequestError {
  constructor(
    readonly status: number,
    detail: string,
    /** The server's messages by field, one per line. */
    readonly fields: Readonly<Record<string, string>>,
    /** Undefined if something between this device and the server answered. */
    code: string | undefined,
  ) {
    super([{ message: detail, extensions: { code } }])
  }
}

export interface RestInit extends RequestInit {
  /** By default 30 s. */
  timeoutMs?: number
}

/**
 * Calls a path under /api with the given credentials. Throws a RestError for an error status, and the error of fetch
 * without a response or at the time limit.
 */
export async function callRest(
  path: string,
  credentials: Credentials,
  { timeoutMs = REQUEST_TIMEOUT_MS, ...init }: RestInit = {},
): Promise<Response> {
  const response = await fetch(`/api${path}`, {
    ...init,
    signal: timeLimit(timeoutMs, init.signal),
    headers: { ...headersOf(credentials), ...(init.headers as Record<string, string> | undefined) },
  })
  if (response.ok) return response
  const problem = ((await response.json().catch(() => null)) ?? {}) as {
    detail?: unknown
    code?: unknown
    errors?: unknown
  }
  const detail = typeof problem.detail === 'string' ? problem.detail : ''
  const code = typeof problem.code === 'string' ? problem.code : undefined
  throw new RestError(response.status, detail, fieldErrorsOf(problem.errors), code)
}

function fieldErrorsOf(errors: unknown): Record<string, string> {
  if (typeof errors !== 'object' || errors === null) return {}
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      Array.isArray(messages) ? messages.join('\n') : String(messages),
    ]),
  )
}

/** Reads the body as a file. `onBytes` receives the number of bytes so far. */
export async function readBlob(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value)
    bytes += read.value.length
    onBytes(bytes)
  }
  return new Blob(pieces, { type })
}

/** The filename of the response, or `fallback`. */
export function filenameOf(response: Response, fallback: string): string {
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]
  if (quoted) return quoted.replaceAll(/\\(.)/g, '$1')
  return /filename=([^;\s"]+)/.exec(disposition)?.[1] ?? fallback
}

/** Downloads a file under `name`. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked late, because the browser needs the URL until the download starts.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
