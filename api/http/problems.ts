import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { ZodError } from 'zod'
import { isConnectionLoss, isUnstorable } from '../database/connection.ts'
import {
  Conflict,
  Forbidden,
  Malformed,
  NotFound,
  PasswordChangeRequired,
  Refused,
  Stale,
  TooLarge,
  TooMany,
  Unauthenticated,
  Unavailable,
  UserFacingError,
  WrongType,
  type FieldErrors,
} from '../domain/errors.ts'

/** An error as RFC 9457 tells it. */
export interface Problem {
  type: 'about:blank'
  title: string
  status: number
  detail: string
  errors?: FieldErrors
}

const statuses = [
  [Malformed, 400],
  [Unauthenticated, 401],
  [Forbidden, 403],
  [PasswordChangeRequired, 403],
  [NotFound, 404],
  [Conflict, 409],
  [Stale, 412],
  [TooLarge, 413],
  [WrongType, 415],
  [Refused, 422],
  [TooMany, 429],
  [Unavailable, 503],
] as const

/** What an error is to its caller. What is nobody's business becomes a plain 500 without its words. */
export function problemOf(error: unknown): Problem {
  if (error instanceof UserFacingError) {
    const status = statuses.find(([kind]) => error instanceof kind)?.[1] ?? 500
    return problem(status, error.message, 'fields' in error ? (error.fields as FieldErrors | undefined) : undefined)
  }
  if (error instanceof ZodError) {
    const errors = Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]))
    const [field, message] = Object.entries(errors)[0] ?? ['body', 'cannot be read']
    return problem(400, `${field}: ${message}`, errors)
  }
  if (isUnstorable(error)) return problem(400, 'That value cannot be stored.')
  if (isConnectionLoss(error)) return problem(503, 'The database cannot be reached. Try again in a moment.')
  return (
    problemOfBody(error) ??
    problem(500, 'Something went wrong on our side. Try again, and tell your admin if it persists.')
  )
}

/** What express's body parsers refuse: they name a status below 500 and a kind. */
function problemOfBody(error: unknown): Problem | null {
  const { status, type } = error as { status?: unknown; type?: unknown }
  if (typeof status !== 'number' || status < 400 || status >= 500) return null
  const details: Record<string, string> = {
    'entity.parse.failed': 'The body is not valid JSON.',
    'entity.too.large': 'The body is too large: 1 MB at most.',
    'charset.unsupported': 'The body must be UTF-8.',
    'encoding.unsupported': 'This content encoding is not supported.',
  }
  return problem(status, details[String(type)] ?? 'The request cannot be read.')
}

function problem(status: number, detail: string, errors?: FieldErrors): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, ...(errors ? { errors } : {}) }
}

/** Express's last word on every failed REST request. Logs what was our own fault, by its stack alone. */
export function answerProblems(log: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error)
    const answer = problemOf(error)
    if (answer.status === 500) log(error)
    if (error instanceof TooMany) response.setHeader('Retry-After', String(error.retryAfterSeconds))
    if (answer.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
    response.status(answer.status).type('application/problem+json').json(answer)
  }
}
