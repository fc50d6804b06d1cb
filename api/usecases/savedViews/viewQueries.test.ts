import { describe, expect, it } from 'vitest'
import { Refused } from '../../domain/errors.ts'
import { parseViewQuery } from './viewQueries.ts'

describe('the query of a saved view', () => {
  it('is stored in one order, without blank values', () => {
    expect(parseViewQuery('leads', '?sort=-updated_at&status=new&search=%20oak%20&type=')).toBe(
      'search=oak&status=new&sort=-updated_at',
    )
    expect(parseViewQuery('leads', '')).toBe('')
  })

  it('can have 2 kB', () => {
    const query = `search=${'x'.repeat(2_041)}`
    expect(parseViewQuery('leads', query)).toBe(query)
  })

  it.each([
    ['a filter of another list', 'actor=x', "The list of leads has no filter 'actor'."],
    ['the open record', 'lead=1', "The list of leads has no filter 'lead'."],
    ['a filter given twice', 'status=new&status=completed', "The filter 'status' is given twice."],
    ['more than 2 kB', `search=${'é'.repeat(1_100)}`, 'The query must be at most 2 kB.'],
    ['a long unknown filter', `${'x'.repeat(60)}=1`, `The list of leads has no filter '${'x'.repeat(50)}'.`],
    ['a NUL', 'search=%00', "The filter 'search' contains characters that cannot be stored."],
  ])('cannot have %s', (_, query, message) => {
    expect(() => parseViewQuery('leads', query)).toThrow(
      expect.objectContaining({ name: Refused.name, message, fields: { query: message } }),
    )
  })
})
