import { describe, expect, it } from 'vitest'
import { Malformed } from './errors.ts'
import { defaultMaxLength } from './defaultMaxLength.ts'
import { checkLengths, checkLengthsIn, maxLengthOf, TooLong } from './maxLengths.ts'

describe('the maximum length of a text', () => {
  it('is that of its name, in REST as in GraphQL', () => {
    expect(maxLengthOf('zip_code')).toBe(20)
    for (const [rest, graphql] of [
      ['zip_code', 'zipCode'],
      ['owner_name', 'ownerName'],
      ['return_address', 'returnAddress'],
    ] as const)
      expect(maxLengthOf(graphql)).toBe(maxLengthOf(rest))
  })

  it('is the same for all that have no limit of their own', () => {
    expect([maxLengthOf('something'), maxLengthOf('constructor')]).toEqual([defaultMaxLength, defaultMaxLength])
  })
})

describe('a text that is too long', () => {
  it('is refused with its name in REST and how many characters it may have', () => {
    expect(() => checkLengths({ notes: 'x'.repeat(10_001) })).toThrow(
      expect.objectContaining({
        message: 'notes: At most 10,000 characters.',
        fields: { notes: 'At most 10,000 characters.' },
        argument: 'notes',
        limit: 10_000,
      }),
    )
    expect(new TooLong('ownerName', 300)).toMatchObject({
      message: 'owner_name: At most 300 characters.',
      fields: { owner_name: 'At most 300 characters.' },
      argument: 'ownerName',
    })
    expect(new TooLong('ownerName', 300)).toBeInstanceOf(Malformed)
  })

  it('is refused with a short message however long its name is', () => {
    expect(new TooLong('x'.repeat(100_000), 10).message).toBe(`${'x'.repeat(100)}: At most 10 characters.`)
  })

  it('is one with more characters than the maximum; one that is missing is not', () => {
    expect(() => checkLengths({ state: 'x'.repeat(50), city: null, zip_code: undefined, email: '' })).not.toThrow()
    expect(() => checkLengths({ city: 'Demo Town', state: 'x'.repeat(51) })).toThrow('state: At most 50')
  })
})

describe('texts in an input', () => {
  const long = 'x'.repeat(51)

  it.each([
    ['the input itself', 'state', long],
    ['a property', 'input', { state: long }],
    ['an inner object', 'input', { place: { state: long } }],
    ['an item of a list, which has the name of the list', 'input', { state: ['IN', long] }],
    ['an object in a list', 'input', [{ city: 'Demo Town' }, { state: long }]],
    ['a list in a list', 'state', [[long]]],
  ])('are refused if %s is too long', (_where, name, input) => {
    expect(() => checkLengthsIn(name, input)).toThrow('state: At most 50 characters.')
  })

  it.each([
    ['short', { state: 'IN' }],
    ['under another name', { note: long, states: { 0: long } }],
    ['not texts', { state: null, city: undefined, lat: 39.77, tags: [], is_open: true, far: 10n ** 60n }],
  ])('are accepted if they are %s', (_how, input) => {
    expect(() => checkLengthsIn('input', input)).not.toThrow()
    expect(() => checkLengthsIn('input', [input])).not.toThrow()
  })

  it('are accepted if there is no input', () => {
    for (const missing of [null, undefined, 7]) expect(() => checkLengthsIn('state', missing)).not.toThrow()
  })

  it('are checked however deep they are', () => {
    let input: object = { state: long }
    for (let depth = 0; depth < 20_000; depth += 1) input = { inner: input }
    expect(() => checkLengthsIn('input', input)).toThrow('state')
  })
})
