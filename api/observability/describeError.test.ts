import { describe, expect, it } from 'vitest'
import { describeError, redact } from './describeError.ts'

describe('a logged error', () => {
  it('has its name, message and stack', () => {
    const record = describeError(new TypeError('x is not a function'))
    expect(record).toMatchObject({ name: 'TypeError', message: 'x is not a function' })
    expect(record.stack[0]).toMatch(/^at .*describeError\.test\.ts:\d+:\d+/)
  })

  it('from the database has its code, table and constraint, and no user input', () => {
    const error = Object.assign(new Error('duplicate key value: Key (email)=(quinn@sample.example)'), {
      code: '23505',
      table: 'users',
      constraint: 'users_email_key',
      detail: 'quinn@sample.example',
    })
    const record = describeError(error)
    expect(record).toMatchObject({
      message: 'The database refused a statement (23505)',
      where: 'users users_email_key',
    })
    expect(JSON.stringify(record)).not.toContain('quinn')
  })

  it('that MikroORM wraps does not quote the statement', () => {
    const cause = Object.assign(new Error('refused'), { code: '42501' })
    const error = new Error(`insert into users (email) values ('quinn@sample.example') - refused`, { cause })
    const record = describeError(error)
    expect(JSON.stringify(record)).not.toMatch(/quinn|insert/)
    expect(record.cause).toMatchObject({ code: '42501' })
  })

  it('omits lines of its message that look like stack frames', () => {
    const error = new Error('first\n    said quinn@sample.example at the door\n    second')
    expect(JSON.stringify(describeError(error).stack)).not.toContain('quinn')
  })

  it('can be a thrown value other than an Error', () => {
    expect(describeError('some text')).toEqual({ name: 'string', message: 'some text', stack: [] })
    expect(describeError(undefined)).toMatchObject({ name: 'undefined' })
  })

  it('has at most three causes, even if the chain is circular', () => {
    const error = new Error('circular')
    error.cause = error
    expect(JSON.stringify(describeError(error)).match(/circular/g)).toHaveLength(4)
  })
})

describe('a secret', () => {
  it.each([
    ['Authorization: Bearer abc.def-123', 'abc'],
    ['GET https://app.example/parcels?token=s3cret&limit=1', 's3cret'],
    ['{"new_password":"s3cret words"}', 's3cret'],
    ['access_token: s3cret', 's3cret'],
    ['connect to postgres://owner:s3cret@db.example:5432/porchlight', 's3cret'],
  ])('is removed from %j', (text, secret) => {
    expect(redact(text)).not.toContain(secret)
  })

  it('is not found in other text, which is unchanged', () => {
    const text = 'The parcel service is unavailable. See https://status.example/parcels?limit=1'
    expect(redact(text)).toBe(text)
  })
})
