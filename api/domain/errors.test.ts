import { describe, expect, it } from 'vitest'
import {
  check,
  CodeRequired,
  Conflict,
  Malformed,
  PasswordChangeRequired,
  PasswordRequired,
  QuotaExceeded,
  Refused,
  StaleVersion,
  TooManyRequests,
  TwoFactorsRequired,
  UserFacingError,
  VersionConflict,
} from './errors.ts'

describe('an error that a caller reads', () => {
  it.each([
    ['change the password', () => new PasswordChangeRequired(), 'Password change required'],
    ['set up two factors', () => new TwoFactorsRequired(), 'Set up two factors first'],
    ['confirm the password', () => new PasswordRequired(), 'Confirm your password to do this.'],
    ['enter a code', () => new CodeRequired(), 'Enter the code from your authenticator app, or a recovery code.'],
    [
      'compare two changes',
      () => new VersionConflict({}),
      'This was changed after you read it. Compare your change with what is saved now.',
    ],
    [
      'read it again',
      () => new StaleVersion(),
      'This was changed after you read it. Read it again, then resend your change.',
    ],
  ])('says what to do, such as to %s', (_what, make, message) => {
    expect(make()).toBeInstanceOf(UserFacingError)
    expect(make().message).toBe(message)
  })

  it('has the name of its kind in the log', () => {
    expect(`${new QuotaExceeded('No more photos today.', 60)}`).toBe('QuotaExceeded: No more photos today.')
  })

  it.each([Refused, Malformed])('names the fields that are wrong', (Kind) => {
    const fields = { name: 'Name is required' }
    expect(new Kind('Name is required', fields)).toMatchObject({ message: 'Name is required', fields })
    expect(new Kind('Not now').fields).toBeUndefined()
  })

  it('says when to try again', () => {
    expect(new QuotaExceeded('No more photos today.', 60)).toBeInstanceOf(TooManyRequests)
    expect(new QuotaExceeded('No more photos today.', 60).retryAfterSeconds).toBe(60)
  })

  it('has what is saved now if another change came first', () => {
    const conflict = new VersionConflict({ version: 2 })
    expect(conflict).toBeInstanceOf(Conflict)
    expect(conflict.current).toEqual({ version: 2 })
  })
})

it('a rule is checked: what breaks it is refused', () => {
  expect(() => check('x', 'Name is required')).not.toThrow()
  const fields = { name: 'Name is required' }
  for (const missing of ['', 0, null, undefined, false])
    expect(() => check(missing, 'Name is required', fields)).toThrow(
      expect.objectContaining({ name: 'Refused', message: 'Name is required', fields }),
    )
})
