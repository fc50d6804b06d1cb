import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { isConnectionLoss, isUnstorable } from '../database/connection.ts'
import {
  CodeRequired,
  Conflict,
  Forbidden,
  Malformed,
  NotFound,
  PasswordChangeRequired,
  PasswordRequired,
  Refused,
  StaleVersion,
  PayloadTooLarge,
  TooManyRequests,
  TwoFactorsRequired,
  Unauthenticated,
  Unavailable,
  UserFacingError,
  UnsupportedMediaType,
  VersionConflict,
  type FieldErrors,
} from '../domain/errors.ts'

/** An error response in the format of RFC 9457. */
export interface Problem {
  type: 'about:blank'
  title: string
  status: number
  detail: string
  /** The same as the code of the error in GraphQL: see `errorCodes`. */
  code: string
  errors?: FieldErrors
  /** What is saved now, if the request named another version. */
  current?: object
  /** The sign-in needs a code in addition to the password. */
  code_required?: true
  /** The request succeeds after POST /auth/confirm-password. */
  password_required?: true
}

const statusesByError = [
  [Malformed, 400],
  [Unauthenticated, 401],
  [CodeRequired, 401],
  [Forbidden, 403],
  [PasswordChangeRequired, 403],
  [TwoFactorsRequired, 403],
  [PasswordRequired, 403],
  [NotFound, 404],
  [Conflict, 409],
  [StaleVersion, 412],
  [PayloadTooLarge, 413],
  [UnsupportedMediaType, 415],
  [Refused, 422],
  [TooManyRequests, 429],
  [Unavailable, 503],
] as const

const codesByStatus: Record<number, string> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'BAD_USER_INPUT',
  409: 'CONFLICT',
  412: 'CONFLICT',
  413: 'BAD_USER_INPUT',
  415: 'BAD_USER_INPUT',
  422: 'BAD_USER_INPUT',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
}

const codesByError = [
  [PasswordChangeRequired, 'PASSWORD_CHANGE_REQUIRED'],
  [TwoFactorsRequired, 'TWO_FACTORS_REQUIRED'],
  [PasswordRequired, 'PASSWORD_REQUIRED'],
  [CodeRequired, 'CODE_REQUIRED'],
] as const

const unknownCode = 'INTERNAL_SERVER_ERROR'

/** The codes of all errors, in REST and GraphQL. Listed in docs/recipes.md. */
export const errorCodes: readonly string[] = [
  ...new Set([...Object.values(codesByStatus), ...codesByError.map(([, code]) => code), unknownCode]),
]

/** A lost connection to the database is replaced within ten seconds, and a full queue is shorter by then. */
const unavailableRetrySeconds = 5

/** Converts an error to the response for the caller. Unexpected errors become a generic 500 without details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof UserFacingError) {
    const status = statusesByError.find(([kind]) => error instanceof kind)?.[1] ?? 500
    const fields = 'fields' in error ? (error.fields as FieldErrors | undefined) : undefined
    const code = codesByError.find(([kind]) => error instanceof kind)?.[1]
    const problem = makeProblem(status, error.message, { ...(code && { code }), ...(fields && { errors: fields }) })
    if (error instanceof VersionConflict) return { ...problem, current: error.current }
    if (error instanceof CodeRequired) return { ...problem, code_required: true }
    return error instanceof PasswordRequired ? { ...problem, password_required: true } : problem
  }
  if (isUnstorable(error)) return makeProblem(400, 'The value cannot be stored.')
  if (isConnectionLoss(error)) return makeProblem(503, 'The database cannot be reached. Try again in a moment.')
  return (
    problemOfBodyParser(error) ??
    makeProblem(500, 'An internal error occurred. Try again, and contact your admin if the error persists.')
  )
}

/** Converts the errors of Express's body parsers, which have a status below 500 and a type. */
function problemOfBodyParser(error: unknown): Problem | null {
  const { status, type } = error as { status?: unknown; type?: unknown }
  if (typeof status !== 'number' || status < 400 || status >= 500) return null
  const details: Record<string, string> = {
    'entity.parse.failed': 'The request body is not valid JSON.',
    'entity.too.large': 'The request body is too large. The maximum size is 1 MB.',
    'charset.unsupported': 'The request body must be encoded in UTF-8.',
    'encoding.unsupported': 'The content encoding is not supported.',
  }
  return makeProblem(status, details[String(type)] ?? 'The request is malformed.')
}

/** The response for an error with the status. Its code is that of the status, unless `more` has another one. */
export function makeProblem(status: number, detail: string, more: Partial<Problem> = {}): Problem {
  const code = codesByStatus[status] ?? unknownCode
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, code, ...more }
}

/** The seconds after which the caller may try again; null if trying again does not help. */
export function retryAfterSecondsOf(error: unknown): number | null {
  if (error instanceof TooManyRequests) return error.retryAfterSeconds
  return problemOf(error).status === 503 ? unavailableRetrySeconds : null
}

/** Express error handler that responds with the problem. Logs unexpected errors. */
export function sendProblems(log: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error)
    const problem = problemOf(error)
    if (problem.status === 500) log(error)
    const retryAfterSeconds = retryAfterSecondsOf(error)
    if (retryAfterSeconds !== null) response.setHeader('Retry-After', String(retryAfterSeconds))
    if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
    response.status(problem.status).type('application/problem+json').json(problem)
  }
}
