/**
 * The ways a use case says no. They carry words for people; HTTP statuses and GraphQL codes are mapped
 * in `http/problems.ts` and `http/graphqlErrors.ts`, nowhere else.
 */
export abstract class UserFacingError extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}

/** A field of the input that a rule refused, with what to do about it. */
export type FieldErrors = Record<string, string>

/** The input breaks a rule: 422. `fields` names the fields, when the rule is about fields. */
export class Refused extends UserFacingError {
  constructor(
    message: string,
    readonly fields?: FieldErrors,
  ) {
    super(message)
  }
}

/** The input cannot be read at all: 400. */
export class Malformed extends UserFacingError {
  constructor(
    message: string,
    readonly fields?: FieldErrors,
  ) {
    super(message)
  }
}

/** Nobody is signed in, or the session ended: 401. */
export class Unauthenticated extends UserFacingError {}

/** Signed in, but not allowed: 403. */
export class Forbidden extends UserFacingError {}

/** Signed in with a password that has to be changed first: 403, with a code of its own. */
export class PasswordChangeRequired extends UserFacingError {
  constructor() {
    super('Password change required')
  }
}

/** No such thing, or a thing of another tenant, which is the same answer: 404. */
export class NotFound extends UserFacingError {}

/** It clashes with what is already there: 409. */
export class Conflict extends UserFacingError {}

/** Somebody changed the thing since the caller read it: 412. */
export class StaleVersion extends UserFacingError {
  constructor() {
    super('Somebody changed this since you read it. Read it again, then send your change anew.')
  }
}

/** More than is taken: 413. */
export class PayloadTooLarge extends UserFacingError {}

/** A kind of body that is not taken: 415. */
export class UnsupportedMediaType extends UserFacingError {}

/** An outside service failed: 503. */
export class Unavailable extends UserFacingError {}

/** Too many attempts: 429. `retryAfterSeconds` says when to come back. */
export class TooManyRequests extends UserFacingError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message)
  }
}

/** Throws `Refused` with `message` unless `condition` holds. */
export function check(condition: unknown, message: string, fields?: FieldErrors): asserts condition {
  if (!condition) throw new Refused(message, fields)
}
