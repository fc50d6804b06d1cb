import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { isConnectionLoss, isUnstorable } from '../database/connection.ts'
import {
  CodeRequired,
  Conflict,
  CannotTakeDoors,
  DoNotKnock,
  Forbidden,
  Gone,
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

/** The status and the code of each kind of error. The first kind with a status has the code of errors that have only the status. */
const errorKinds = [
  [Malformed, 400, 'BAD_USER_INPUT'],
  [Unauthenticated, 401, 'UNAUTHENTICATED'],
  [CodeRequired, 401, 'CODE_REQUIRED'],
  [Forbidden, 403, 'FORBIDDEN'],
  [PasswordChangeRequired, 403, 'PASSWORD_CHANGE_REQUIRED'],
  [TwoFactorsRequired, 403, 'TWO_FACTORS_REQUIRED'],
  [PasswordRequired, 403, 'PASSWORD_REQUIRED'],
  [NotFound, 404, 'NOT_FOUND'],
  [Conflict, 409, 'CONFLICT'],
  [DoNotKnock, 409, 'DO_NOT_KNOCK'],
  [CannotTakeDoors, 409, 'CANNOT_TAKE_DOORS'],
  [Gone, 410, 'GONE'],
  [StaleVersion, 412, 'CONFLICT'],
  [PayloadTooLarge, 413, 'BAD_USER_INPUT'],
  [UnsupportedMediaType, 415, 'BAD_USER_INPUT'],
  [Refused, 422, 'BAD_USER_INPUT'],
  [TooManyRequests, 429, 'RATE_LIMITED'],
  [Unavailable, 503, 'UNAVAILABLE'],
] as const

const unknownCode = 'INTERNAL_SERVER_ERROR'

/** The codes of all errors, in REST and GraphQL. Listed in docs/recipes.md. */
export const errorCodes: readonly string[] = [...new Set([...errorKinds.map(([, , code]) => code), unknownCode])]

/** A lost connection to the database is replaced within ten seconds, and a full queue is shorter by then. */
const unavailableRetrySeconds = 5

/** Converts an error to the response for the caller. Unexpected errors become a generic 500 without details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof UserFacingError) {
    const [, status, code] = errorKinds.find(([kind]) => error instanceof kind) ?? [null, 500, unknownCode]
    const fields = 'fields' in error ? (error.fields as FieldErrors | undefined) : undefined
    const problem = makeProblem(status, error.message, { code, ...(fields && { errors: fields }) })
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
  const code = errorKinds.find((kind) => kind[1] === status)?.[2] ?? (status < 500 ? 'BAD_USER_INPUT' : unknownCode)
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
