import { describe, expect, it } from 'vitest'
import { Malformed } from './errors.ts'
import { checkStorable } from './storable.ts'

/** The error of the input: its message and its fields; null if the input is accepted. */
function problemOf(input: unknown) {
  try {
    checkStorable(input)
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(Malformed)
    const { message, fields } = error as Malformed
    return { message, fields }
  }
}

/** A value inside as many lists. */
const nested = (levels: number, value: unknown) =>
  Array(levels)
    .fill(0)
    .reduce<unknown>((inner) => [inner], value)

const cannotBeStored = 'The text contains characters that cannot be stored.'
const tooDeep = { message: 'The input is nested too deeply: at most 32 levels.', fields: undefined }

describe('input that can be stored', () => {
  it.each([
    ['text with an emoji', 'a roof 🏠'],
    ['nothing', null],
    [
      'values of every kind',
      { name: 'Sample', count: 3, isNew: true, none: null, missing: undefined, tags: ['storm', 1] },
    ],
    ['32 levels', nested(32, 1)],
    ['many lists beside each other', Array(100).fill([[]])],
    ['25,000 items', Array(25_000).fill(1)],
    ['a long text', 'x'.repeat(25_001)],
  ])('has %s', (_, input) => {
    expect(problemOf(input)).toBeNull()
  })
})

describe('input that cannot be stored', () => {
  it.each([
    ['a NUL', 'a\0b', {}],
    ['half of an emoji', 'a \ud83c', {}],
    ['a NUL in a field', { notes: '\0' }, { notes: cannotBeStored }],
    [
      'a NUL in a field of a list in a field',
      { properties: [{ city: 'x' }, { city: '\0' }] },
      { city: cannotBeStored },
    ],
    ['a NUL in an item', { tags: ['storm', '\0'] }, { tags: cannotBeStored }],
    ['a NUL in a name', { '\0': 1 }, {}],
    ['half of an emoji in the name of a field in a field', { data: { '\ud83c': 1 } }, { data: cannotBeStored }],
  ])('has %s', (_, input, fields) => {
    expect(problemOf(input)).toEqual({ message: cannotBeStored, fields })
  })

  it('has more than 32 levels', () => {
    expect(problemOf(nested(33, 1))).toEqual(tooDeep)
    expect(problemOf({ data: nested(32, { a: 1 }) })).toEqual(tooDeep)
  })

  it('has a list of more than 25,000 items', () => {
    const message = 'At most 25,000 items.'
    expect(problemOf({ ids: Array(25_001).fill(1) })).toEqual({ message, fields: { ids: message } })
  })
})
