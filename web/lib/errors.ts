import { isTimeout, TIMEOUT_MESSAGE } from './timeout.ts'

/** Error codes of the server (design §6). */
const serverCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'CONFLICT',
  'GONE',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'PASSWORD_CHANGE_REQUIRED',
  'TWO_FACTORS_REQUIRED',
  'CODE_REQUIRED',
  'PASSWORD_REQUIRED',
  // Refused by the client: no writes are sent while mock data is on.
  'MOCK_DATA',
] as const

export type ErrorCode = (typeof serverCodes)[number] | 'NETWORK' | 'INTERNAL'

/** A GraphQL error of a response. */
export interface GraphQLErrorLike {
  message: string
  extensions?: { code?: unknown; current?: unknown; errors?: unknown } | undefined
}

/** A response with errors. Apollo's errors have the same `errors` property. */
export class RequestError extends Error {
  constructor(readonly errors: readonly GraphQLErrorLike[]) {
    super(errors[0]?.message ?? 'The request failed')
  }
}

function firstErrorOf(error: unknown): GraphQLErrorLike | undefined {
  const errors = (error as { errors?: unknown } | null)?.errors
  return Array.isArray(errors) ? (errors[0] as GraphQLErrorLike | undefined) : undefined
}

/** The error code: the server's code, INTERNAL for an unknown one, NETWORK without a response. */
export function errorCode(error: unknown): ErrorCode {
  const failure = firstErrorOf(error)
  if (!failure) return (error as { statusCode?: unknown } | null)?.statusCode === 401 ? 'UNAUTHENTICATED' : 'NETWORK'
  return serverCodes.find((code) => code === failure.extensions?.code) ?? 'INTERNAL'
}

/** The server's message for a field of the request, named as in REST: `new_password`. Undefined without one. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  const messages = firstErrorOf(error)?.extensions?.errors as Record<string, unknown> | undefined
  return typeof messages?.[field] === 'string' ? messages[field] : undefined
}

/** What is saved now, if the server refused an update because it is based on another version; otherwise undefined. */
export function conflictOf<Fields extends object>(error: unknown): Fields | undefined {
  return firstErrorOf(error)?.extensions?.['current'] as Fields | undefined
}

/**
 * The server's message if it is meant for users, what to do after a timeout, otherwise `fallback`, the toast of the
 * specification.
 */
export function errorMessage(
  error: unknown,
  fallback = 'Something went wrong. Check the connection and try again.',
): string {
  if (isTimeout(error)) return TIMEOUT_MESSAGE
  const code = errorCode(error)
  if (code === 'NETWORK' || code === 'INTERNAL') return fallback
  return firstErrorOf(error)?.message || fallback
}
