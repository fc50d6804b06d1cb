import { HeaderMap } from '@apollo/server'
import { unwrapResolverError } from '@apollo/server/errors'
import type { ErrorRequestHandler } from 'express'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { Malformed, TooManyRequests } from '../domain/errors.ts'
import { errorCodes, problemOf, retryAfterSecondsOf } from '../rest/problems.ts'

/** The codes of errors that are not of the request itself; other codes become BAD_USER_INPUT. */
const graphqlCodes = new Set([...errorCodes, 'PERSISTED_QUERY_NOT_FOUND'])

/** Returns Apollo's `formatError`: our message and code, without a stack trace or the input. */
export function makeErrorFormatter(log: (error: unknown) => void) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const code = formatted.extensions?.['code']
    // No resolver has run: keep graphql-js's message about syntax, validation, limits or variables.
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
 * Formats an invalid document or its variables: keeps graphql-js's message without its suggestions, which would reveal
 * the schema, and normalizes the code.
 */
export function toBadInputError({ extensions, ...formatted }: GraphQLFormattedError): GraphQLFormattedError {
  const { stacktrace: _, http: __, ...kept } = extensions ?? {}
  const code = typeof kept['code'] === 'string' ? kept['code'] : ''
  const tokens = Number(/more tha[nt] (\d+) tokens/.exec(formatted.message)?.[1] ?? 0)
  return {
    ...formatted,
    message: tokens
      ? `The query has more than ${tokens.toLocaleString('en-US')} tokens.`
      : formatted.message.split(' Did you mean ', 1)[0]!,
    extensions: {
      ...kept,
      code: graphqlCodes.has(code) ? code : 'BAD_USER_INPUT',
      ...(tokens ? { limit: tokens } : {}),
    },
  }
}

/**
 * Whether graphql-js refused an argument while it executed the document, such as null in a variable for an argument that has a
 * default. It names the place in the document, unlike for a result that a resolver returned wrongly.
 */
function isArgumentError(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && error.nodes !== undefined && error.originalError === undefined
}

/**
 * Converts an error to a `GraphQLError` with the HTTP status. Also used for errors before any resolver runs, such as an
 * expired session.
 */
export function toGraphqlError(error: unknown, log: (error: unknown) => void): GraphQLError {
  if (isArgumentError(error)) return toGraphqlError(new Malformed(error.message), log)
  const { status, detail, code, errors, current } = problemOf(error)
  if (status === 500) log(error)
  const retryAfterSeconds = retryAfterSecondsOf(error)
  // For an error before the execution, to which `setRetryAfterHeader` does not apply.
  const headers = new HeaderMap(retryAfterSeconds === null ? [] : [['retry-after', String(retryAfterSeconds)]])
  return new GraphQLError(detail, {
    extensions: {
      code,
      ...(errors ? { errors } : {}),
      ...(current ? { current } : {}),
      ...(retryAfterSeconds !== null ? { retryAfterSeconds } : {}),
      http: { status, headers },
    },
  })
}

/** Express error handler for requests that a rate limit refused before they were read. Passes other errors on. */
export function sendLimitErrors(log: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (!(error instanceof TooManyRequests)) return next(error)
    const { message, extensions } = toGraphqlError(error, log)
    const { http, ...shown } = extensions
    const { status, headers } = http as { status: number; headers: HeaderMap }
    response
      .status(status)
      .setHeaders(headers)
      .json({ errors: [{ message, extensions: shown }] })
  }
}
