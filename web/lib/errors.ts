/** What the server says when it refuses; see the codes of design §6. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'UNAVAILABLE'
  | 'RATE_LIMITED'
  | 'PASSWORD_CHANGE_REQUIRED'
  /** Refused in the browser: what is shown is invented, and nothing of it is written. */
  | 'MOCK_DATA'
  | 'NETWORK'
  | 'INTERNAL'

const spoken: readonly string[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'CONFLICT',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'PASSWORD_CHANGE_REQUIRED',
  'MOCK_DATA',
] satisfies ErrorCode[]

/** A GraphQL error as it travels. */
export interface GraphQLFailure {
  message: string
  extensions?: { code?: unknown } | undefined
}

/** An answer with errors in it. Apollo's own error has the same `errors`. */
export class RequestError extends Error {
  constructor(readonly errors: readonly GraphQLFailure[]) {
    super(errors[0]?.message ?? 'The request failed')
  }
}

function firstFailure(error: unknown): GraphQLFailure | undefined {
  const errors = (error as { errors?: unknown } | null)?.errors
  return Array.isArray(errors) ? (errors[0] as GraphQLFailure | undefined) : undefined
}

/** The code of a failure: the server's own, INTERNAL for one it did not name, NETWORK when there was no answer. */
export function errorCode(error: unknown): ErrorCode {
  const failure = firstFailure(error)
  if (!failure) return (error as { statusCode?: unknown } | null)?.statusCode === 401 ? 'UNAUTHENTICATED' : 'NETWORK'
  const code = failure.extensions?.code
  return typeof code === 'string' && spoken.includes(code) ? (code as ErrorCode) : 'INTERNAL'
}

/** The server's words where it spoke to the user, else `fallback`: the toast of the specification for that action. */
export function errorMessage(
  error: unknown,
  fallback = 'Something went wrong. Check the connection and try again.',
): string {
  const code = errorCode(error)
  if (code === 'NETWORK' || code === 'INTERNAL') return fallback
  return firstFailure(error)?.message || fallback
}
