import { describe, expect, it } from 'vitest'
import { streetNumberOf } from './houseNumbers.ts'
import { streetKeyOf } from './streets.ts'
import { streetSearchTokens } from './text.ts'

describe('the key of a street', () => {
  it.each([
    ['Rockwell Street', 'rockwell st'],
    ['ROCKWELL ST', 'rockwell st'],
    ['Rockwell  St.', 'rockwell st'],
    ['West 12th Demo Street', 'w 12th demo st'],
    ['W. Twelfth Demo St', 'w 12th demo st'],
    ['Mt Auburn St', 'mt auburn st'],
    ['Mount Auburn Street', 'mt auburn st'],
    ['Saint Demo Ave', 'st demo ave'],
    ["O'Sample Boulevard", 'osample blvd'],
    ['Peña Court', 'pena ct'],
    ['', ''],
  ])('of %j is %j', (street, key) => expect(streetKeyOf(street)).toBe(key))

  it('is found by its tokens and their long forms', () => {
    expect(streetSearchTokens('w 12th demo st')).toEqual(
      expect.arrayContaining(['w', 'west', '12th', 'twelfth', 'demo', 'st', 'street']),
    )
    expect([streetSearchTokens('demo'), streetSearchTokens('')]).toEqual([['demo'], []])
  })
})

describe('the street number', () => {
  it.each([
    ['1018 W 12th Demo St', '1018'],
    [' 1-3 ROCKINGHAM PL', '1'],
    ['2A SHADY HILL SQ', '2'],
    ['Demo Park', ''],
    ['Lot 5', ''],
  ])('of %j is %j', (address, number) => expect(streetNumberOf(address)).toBe(number))
})
