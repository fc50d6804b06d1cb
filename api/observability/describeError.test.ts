import { describe, expect, it } from 'vitest'
import { describeError, redact } from './describeError.ts'

describe('an error in the log', () => {
  it('says what and where', () => {
    const record = describeError(new TypeError('x is not a function'))
    expect(record).toMatchObject({ name: 'TypeError', message: 'x is not a function' })
    expect(record.stack[0]).toMatch(/^at .*describeError\.test\.ts:\d+:\d+/)
  })

  it('of the database says its code and names of ours, and nothing that people typed', () => {
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

  it('that the mapper made of it quotes no statement', () => {
    const cause = Object.assign(new Error('refused'), { code: '42501' })
    const error = new Error(`insert into users (email) values ('quinn@sample.example') - refused`, { cause })
    const record = describeError(error)
    expect(JSON.stringify(record)).not.toMatch(/quinn|insert/)
    expect(record.cause).toMatchObject({ code: '42501' })
  })

  it('keeps no line of a message that looks like a frame', () => {
    const error = new Error('first\n    said quinn@sample.example at the door\n    second')
    expect(JSON.stringify(describeError(error).stack)).not.toContain('quinn')
  })

  it('need not be an error', () => {
    expect(describeError('just words')).toEqual({ name: 'string', message: 'just words', stack: [] })
    expect(describeError(undefined)).toMatchObject({ name: 'undefined' })
  })

  it('ends, however long its chain of causes is', () => {
    const error = new Error('round and round')
    error.cause = error
    expect(JSON.stringify(describeError(error)).match(/round and round/g)).toHaveLength(4)
  })
})

describe('what looks like a key', () => {
  it.each([
    ['Authorization: Bearer abc.def-123', 'abc'],
    ['GET https://app.example/parcels?token=s3cret&limit=1', 's3cret'],
    ['{"new_password":"s3cret words"}', 's3cret'],
    ['access_token: s3cret', 's3cret'],
    ['connect to postgres://owner:s3cret@db.example:5432/porchlight', 's3cret'],
  ])('is taken out of %j', (text, secret) => {
    expect(redact(text)).not.toContain(secret)
  })

  it('leaves other words alone', () => {
    const text = 'The parcel service is away. See https://status.example/parcels?limit=1'
    expect(redact(text)).toBe(text)
  })
})
