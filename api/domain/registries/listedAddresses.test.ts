import { describe, expect, it } from 'vitest'
import { findListedAddresses, toListedRow } from './listedAddresses.ts'

const place = { city: 'Grove City', state: 'OH' }
const find = (text: string) => findListedAddresses(text.split('\n'), place)
const addressesOf = (text: string) => find(text).found.map(({ address }) => address)

describe('the addresses of pasted lines', () => {
  it('are found with and without suffix, unit, place and punctuation', () => {
    const lines = ['12 Demo St', '14 Demo Street Apt 3, Grove City, OH 43123', '16 Broadway', 'N6 W23001 Sample Rd']
    expect(addressesOf(lines.join('\n'))).toEqual(lines)
    expect(find('14 Demo Street Apt 3, Other Town, OH 43123').found).toEqual([
      {
        row: 1,
        address: '14 Demo Street Apt 3, Other Town, OH 43123',
        city: 'Other Town',
        state: 'OH',
        zipCode: '43123',
      },
    ])
    expect(find('12 Demo St').found[0]).toMatchObject({ city: 'Grove City', state: 'OH', zipCode: null })
  })

  it('are found in the text of a PDF without the headers of its pages and the numbers of its lines', () => {
    const { found, ignored } = find(`City of Grove City
No-Knock Registry
Updated January 15, 2026      Page 1 of 2
1    1204 Demo St    Grove City, OH 43123
2    1206 Demo St    Grove City, OH 43123
3    8 12th Ave    Grove City, OH 43123
2026 No Knock List of the City
4    10 12th Ave    Grove City, OH 43123

15 January 2026
3 of 12`)
    expect(found.map(({ row, address }) => [row, address])).toEqual([
      [4, '1204 Demo St, Grove City, OH 43123'],
      [5, '1206 Demo St, Grove City, OH 43123'],
      [6, '8 12th Ave, Grove City, OH 43123'],
      [8, '10 12th Ave, Grove City, OH 43123'],
    ])
    expect(ignored.map(({ row }) => row)).toEqual([1, 2, 3, 7, 10, 11])
  })

  it('are found behind numbers that are marked as such, and not taken for them', () => {
    expect(addressesOf('1. 12 Demo St\n2) 5 Demo St\n#3: 7 Demo St')).toEqual(['12 Demo St', '5 Demo St', '7 Demo St'])
    // A house number before a street that begins with a number is none of a line.
    expect(addressesOf('1204 5 Mile Rd\n88 9 Mile Rd')).toEqual(['1204 5 Mile Rd', '88 9 Mile Rd'])
  })

  it('are found in several columns of a line', () => {
    expect(addressesOf('12 Demo St\t14 Demo St\t16 Demo St')).toEqual(['12 Demo St', '14 Demo St', '16 Demo St'])
    expect(addressesOf('12 Demo St   Apt 4   Grove City')).toEqual(['12 Demo St, Apt 4, Grove City'])
  })

  it('are not found in a line that is too long', () => {
    expect(find(`12 Demo St ${'x'.repeat(100_000)}`)).toMatchObject({ found: [], ignored: [{ row: 1 }] })
  })
})

describe('the address of a row of a table', () => {
  const cells = { address: '12 Demo St', unit: '', city: '', state: '', zipCode: '' }

  it('has the unit, the city and the ZIP code of its columns', () => {
    expect(toListedRow(2, { ...cells, unit: '4B', city: 'Other Town', zipCode: '43123' }, place)).toEqual({
      ...{ row: 2, address: '12 Demo St Unit 4B', city: 'Other Town', state: 'OH', zipCode: '43123' },
    })
    expect(toListedRow(2, { ...cells, address: '12 Demo St Apt 1', unit: '4B' }, place)?.address).toBe(
      '12 Demo St Apt 1',
    )
  })

  it('is missing without a house number', () => {
    expect(toListedRow(2, { ...cells, address: 'Demo St' }, place)).toBeNull()
    expect(toListedRow(2, { ...cells, address: '' }, place)).toBeNull()
  })
})
