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

const serverCodes: readonly string[] = [
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
export interface GraphQLErrorLike {
  message: string
  extensions?: { code?: unknown } | undefined
}

/** An answer with errors in it. Apollo's own error has the same `errors`. */
export class RequestError extends Error {
  constructor(readonly errors: readonly GraphQLErrorLike[]) {
    super(errors[0]?.message ?? 'The request failed')
  }
}

function firstErrorOf(error: unknown): GraphQLErrorLike | undefined {
  const errors = (error as { errors?: unknown } | null)?.errors
  return Array.isArray(errors) ? (errors[0] as GraphQLErrorLike | undefined) : undefined
}

/** The code of a failure: the server's own, INTERNAL for one it did not name, NETWORK when there was no answer. */
export function errorCode(error: unknown): ErrorCode {
  const failure = firstErrorOf(error)
  if (!failure) return (error as { statusCode?: unknown } | null)?.statusCode === 401 ? 'UNAUTHENTICATED' : 'NETWORK'
  const code = failure.extensions?.code
  return typeof code === 'string' && serverCodes.includes(code) ? (code as ErrorCode) : 'INTERNAL'
}

/** The server's words where it spoke to the user, else `fallback`: the toast of the specification for that action. */
export function errorMessage(
  error: unknown,
  fallback = 'Something went wrong. Check the connection and try again.',
): string {
  const code = errorCode(error)
  if (code === 'NETWORK' || code === 'INTERNAL') return fallback
  return firstErrorOf(error)?.message || fallback
}
