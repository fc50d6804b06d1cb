import { describe, expect, it } from 'vitest'
import { matchableParcelId, parseParcelId } from './parcelIds.ts'

describe('a parcel id', () => {
  it.each([
    ...['N/A', 'n/a', '0', '-', 'UNKNOWN', 'NONE', '000-000-0000', '', ' ', '--', '0.0', '#########', '?'],
    ...['No PIN', 'Not Available', 'Unassigned', 'xxx', '999-999-9999', 'R.O.W.', 'TBD'],
  ])('is none if it is %j', (text) => {
    expect(parseParcelId(text)).toBeNull()
    expect(matchableParcelId(text)).toBeNull()
  })

  it.each(['4.90715E+17', '4.90715e+17', '4,90715E+17', '4E+17', '4.9E17'])(
    '%j was shortened by a spreadsheet',
    (text) => {
      expect(() => parseParcelId(text)).toThrow('A spreadsheet has shortened this number')
      expect(matchableParcelId(text)).toBeNull()
    },
  )

  it.each(['4-May', 'May-04', '12-Dec', 'Jan-1905'])('%j was made a date by a spreadsheet', (text) => {
    expect(() => parseParcelId(text)).toThrow('A spreadsheet has made this number a date')
    expect(matchableParcelId(text)).toBeNull()
  })

  it.each([
    '00123',
    'P-1',
    'X-1',
    '12E34',
    '4E17',
    '1-4-05',
    '490715000000000000',
    '9999',
    'A',
    'MAY-12A',
    '0-1',
    'NA-1',
    'May',
  ])('may be %j', (text) => {
    expect(parseParcelId(` ${text} `)).toBe(text)
    expect(matchableParcelId(text)).toBe(text)
  })
})
