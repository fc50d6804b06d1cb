/**
 * The errors that use cases throw for callers to read. They carry no HTTP statuses or GraphQL codes: those are mapped in
 * `rest/problems.ts` and `graphql/errors.ts`.
 */
export abstract class UserFacingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** Messages by the name of the input field. Each says what is wrong with the field, or what is accepted. */
export type FieldErrors = Record<string, string>

/** The input breaks a rule: 422. `fields` is set if the rule is about fields. */
export class Refused extends UserFacingError {
  readonly fields: FieldErrors | undefined

  constructor(message: string, fields?: FieldErrors) {
    super(message)
    this.fields = fields
  }
}

/** The reason for users who sign in to an archived tenant, and for changes in it. */
export const archivedMessage = 'This company is archived.'

/** The input cannot be parsed: 400. */
export class Malformed extends UserFacingError {
  readonly fields: FieldErrors | undefined

  constructor(message: string, fields?: FieldErrors) {
    super(message)
    this.fields = fields
  }
}

/** The caller is not signed in, or the session has ended: 401. */
export class Unauthenticated extends UserFacingError {}

/** The caller is signed in but lacks the permission: 403. */
export class Forbidden extends UserFacingError {}

/** The caller must change their password first: 403, with its own error code. */
export class PasswordChangeRequired extends UserFacingError {
  constructor() {
    super('Password change required')
  }
}

/** The caller must set up two factors first: 403, with its own error code. */
export class TwoFactorsRequired extends UserFacingError {
  constructor() {
    super('Set up two factors first')
  }
}

/** The caller must confirm their password first: 403, with its own error code. */
export class PasswordRequired extends UserFacingError {
  constructor() {
    super('Confirm your password to do this.')
  }
}

/** The password is right, and the account has two factors: 401, with its own error code. */
export class CodeRequired extends UserFacingError {
  constructor() {
    super('Enter the code from your authenticator app, or a recovery code.')
  }
}

/** The thing does not exist or belongs to another tenant, which must look the same to the caller: 404. */
export class NotFound extends UserFacingError {}

/** The input conflicts with existing data: 409. */
export class Conflict extends UserFacingError {}

/** Nobody may knock at this door: 409, with its own error code. */
export class DoNotKnock extends UserFacingError {}

/** The caller cannot take doors for today: 409, with its own error code. */
export class CannotTakeDoors extends UserFacingError {}

/**
 * An update named another version than the current one: 409. `current` is what is saved now, as the transport of the caller
 * presents it, with only what the caller may read.
 */
export class VersionConflict extends Conflict {
  readonly current: object

  constructor(current: object) {
    super('This was changed after you read it. Compare your change with what is saved now.')
    this.current = current
  }
}

/** The thing was changed after the caller read it: 412. */
export class StaleVersion extends UserFacingError {
  constructor() {
    super('This was changed after you read it. Read it again, then resend your change.')
  }
}

/** The thing existed and can be used no more: 410. */
export class Gone extends UserFacingError {}

/** The body is larger than the limit: 413. */
export class PayloadTooLarge extends UserFacingError {}

/** The media type of the body is not accepted: 415. */
export class UnsupportedMediaType extends UserFacingError {}

/** The database or an outside service cannot be reached or fails: 503. */
export class Unavailable extends UserFacingError {}

/** The caller exceeded a rate limit: 429. They may retry after `retryAfterSeconds`. */
export class TooManyRequests extends UserFacingError {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The tenant has used up one of its quotas for the day: 429. */
export class QuotaExceeded extends TooManyRequests {}

/** Throws `Refused` with `message` unless `condition` is truthy. */
export function check(condition: unknown, message: string, fields?: FieldErrors): asserts condition {
  if (!condition) throw new Refused(message, fields)
}
