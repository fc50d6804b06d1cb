import { unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { PasswordChangeRequired, TooManyRequests } from '../domain/errors.ts'
import { problemOf } from '../rest/problems.ts'

const codesByStatus: Record<number, string> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'BAD_USER_INPUT',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
}

/** Every code that is told; the libraries' own become BAD_USER_INPUT. docs/recipes.md lists them. */
export const errorCodes = new Set([
  ...Object.values(codesByStatus),
  'PASSWORD_CHANGE_REQUIRED',
  'INTERNAL_SERVER_ERROR',
])

/** An error as GraphQL tells it: our words and a code, never a stack, never the input. */
export function makeErrorFormatter(log: (error: unknown) => void) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const code = formatted.extensions?.['code']
    // No resolver ran yet: syntax, validation, limits and variables are graphql's to explain.
    if (!formatted.path && code !== 'INTERNAL_SERVER_ERROR') return toBadInputError(formatted)
    const {
      message,
      extensions: { http: _, ...extensions },
    } = toGraphqlError(unwrapResolverError(error), log)
    return {
      message,
      extensions,
      ...(formatted.path ? { path: formatted.path } : {}),
      ...(formatted.locations ? { locations: formatted.locations } : {}),
    }
  }
}

/**
 * A document that cannot be answered as it stands: graphql's words without its guesses at what else is there, one code
 * for whatever it was, and what was measured.
 */
export function toBadInputError({ extensions, ...formatted }: GraphQLFormattedError): GraphQLFormattedError {
  const { stacktrace: _, http: __, ...kept } = extensions ?? {}
  const code = typeof kept['code'] === 'string' ? kept['code'] : ''
  const tokens = Number(/more tha[nt] (\d+) tokens/.exec(formatted.message)?.[1] ?? 0)
  return {
    ...formatted,
    message: tokens
      ? `The query has more than ${tokens.toLocaleString('en-US')} tokens.`
      : formatted.message.replace(/ Did you mean .+\?$/, ''),
    extensions: {
      ...kept,
      code: errorCodes.has(code) ? code : 'BAD_USER_INPUT',
      ...(tokens ? { limit: tokens } : {}),
    },
  }
}

/** The same for what fails before any resolver runs, such as a dead session; carries the HTTP status. */
export function toGraphqlError(error: unknown, log: (error: unknown) => void): GraphQLError {
  const { status, detail, errors } = problemOf(error)
  if (status === 500) log(error)
  const code =
    error instanceof PasswordChangeRequired
      ? 'PASSWORD_CHANGE_REQUIRED'
      : (codesByStatus[status] ?? 'INTERNAL_SERVER_ERROR')
  const retryAfter = error instanceof TooManyRequests ? { retryAfterSeconds: error.retryAfterSeconds } : {}
  return new GraphQLError(detail, {
    extensions: { code, ...(errors ? { errors } : {}), ...retryAfter, http: { status } },
  })
}
