import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailingLines } from './mailingLines.ts'

const last = 'Mailton, IL 61000'

describe('the lines of a mailing address', () => {
  it.each<[string, string[]]>([
    // Units.
    ['12 Mail St, Apt 4, Mailton, IL 61000', ['12 Mail St, Apt 4', last]],
    ['12 Mail St Apt 4, Mailton, IL 61000', ['12 Mail St Apt 4', last]],
    ['12 Mail St, Bldg 3, Apt # 4, Mailton, IL 61000', ['12 Mail St, Bldg 3, Apt # 4', last]],
    ['Apt 4, 12 Mail St, Mailton, IL 61000', ['12 Mail St, Apt 4', last]],
    ['12 Mail St, #4-B, Mailton, IL 61000', ['12 Mail St, #4-B', last]],
    ['12 Mail St, Rear, Mailton, IL 61000', ['12 Mail St, Rear', last]],
    ['12 Mail St, 2nd Floor, Mailton, IL 61000', ['12 Mail St, 2nd Floor', last]],
    ['12 Mail St, Apt 4 Mailton IL 61000', ['12 Mail St, Apt 4', last]],
    ['12 Mail St, Apt 4, IL 61000', ['12 Mail St, Apt 4', 'IL 61000']],
    ['12 Mail St, Villa 4, Mailton, IL 61000', ['12 Mail St, Villa 4', last]],
    ['12 Mail St, Garage, Mailton, IL 61000', ['12 Mail St, Garage', last]],
    ['12 Mail St, PMB 142, Mailton, IL 61000', ['12 Mail St, PMB 142', last]],
    ['12 Mail St, Front Royal, VA 22000', ['12 Mail St', 'Front Royal, VA 22000']],
    // Names.
    ['C/O Sample Trust, 12 Mail St, Mailton, IL 61000', ['C/O Sample Trust', '12 Mail St', last]],
    ['12 Mail St, c/o Sample Trust, Mailton, IL 61000', ['c/o Sample Trust', '12 Mail St', last]],
    ['12 Mail St C/O Sample Trust, Mailton, IL 61000', ['C/O Sample Trust', '12 Mail St', last]],
    ['% Sample Trust, 12 Mail St, Mailton, IL 61000', ['% Sample Trust', '12 Mail St', last]],
    ['%SAMPLE OWNER 12 MAIL ST, MAILTON, IL 61000', ['%SAMPLE OWNER', '12 MAIL ST', 'MAILTON, IL 61000']],
    [
      'ATTN: Tax Dept, C/O Trust 2020 LLC, 12 Mail St, Mailton, IL 61000',
      ['ATTN: Tax Dept', 'C/O Trust 2020 LLC', '12 Mail St', last],
    ],
    ['In care of Sample Owner PO Box 5, Mailton, IL 61000', ['In care of Sample Owner', 'PO Box 5', last]],
    ['Sample Tower, 12 Mail St, Ste 200, Mailton, IL 61000', ['Sample Tower', '12 Mail St, Ste 200', last]],
    ['Attica St 5, Mailton, IL 61000', ['Attica St 5', last]],
    // Boxes and routes.
    ['PO Box 142, Mailton, IL 61000', ['PO Box 142', last]],
    ['P.O. BOX 142 MAILTON IL 61000', ['P.O. BOX 142', 'MAILTON, IL 61000']],
    ['RR 2 Box 15 Mailton, IL 61000', ['RR 2 Box 15', last]],
    ['HC 1 Box 4-B, Mailton IL 61000', ['HC 1 Box 4-B', last]],
    ['12 Mail St, PO Box 142, Mailton, IL 61000', ['12 Mail St', 'PO Box 142', last]],
    // City, state and ZIP code in other forms.
    ['12 Mail St, Mailton, IL, 61000', ['12 Mail St', last]],
    ['12 Mail St, Mailton IL 61000', ['12 Mail St', last]],
    ['12 Mail St, Mailton, IL61000', ['12 Mail St', last]],
    ['12 Mail St, Mailton, Illinois 61000', ['12 Mail St', last]],
    ['12 Mail St, Mailton, il 61000, USA', ['12 Mail St', last]],
    ['12 Mail St, Mailton, I.L. 61000 USA', ['12 Mail St', last]],
    ['12 Mail St; Mailton; IL; 61000', ['12 Mail St', last]],
    ['12 Mail St Mailton IL 61000', ['12 Mail St', last]],
    ['12 Mail St Mailton, IL 61000', ['12 Mail St', last]],
    ['12 Mail St Apt 4 Mailton IL 61000', ['12 Mail St Apt 4', last]],
    ['12 Mail St, Mailton, IL 61000-1234', ['12 Mail St', 'Mailton, IL 61000-1234']],
    ['12 Mail St, Mailton, IL 610001234', ['12 Mail St', 'Mailton, IL 61000-1234']],
    ['12 Mail St, Mailton, IL 61000 1234', ['12 Mail St', 'Mailton, IL 61000-1234']],
    ['12 Mail St, Mailton, IL 61000-', ['12 Mail St', last]],
    ['12 Mail St, Mailton, IL 61000-0000', ['12 Mail St', last]],
    ['12 Mail St, Mailton, IL', ['12 Mail St', 'Mailton, IL']],
    ['12 Mail St, Mailton IL', ['12 Mail St', 'Mailton, IL']],
    ['12 Mail St, Mailton, 61000', ['12 Mail St', 'Mailton 61000']],
    ['12 Mail St, IL 61000', ['12 Mail St', 'IL 61000']],
    ['12 Mail St, New York 10000', ['12 Mail St', 'New York 10000']],
    ['12 Mail St, New York, New York 10000', ['12 Mail St', 'New York, NY 10000']],
    ['12 Mail St, St. Sample, West Virginia 25000', ['12 Mail St', 'St. Sample, WV 25000']],
    ['  12  Mail St ,, Mailton ,IL  61000 ', ['12 Mail St', last]],
    ['Mailton, IL 61000', [last]],
    ['PO Box 142 , Mailton', ['PO Box 142', 'Mailton']],
    ['12 MAIL CT', ['12 MAIL CT']],
    ['PO BOX 5, 12 MAIL CT', ['PO BOX 5', '12 MAIL CT']],
    ['No number, W 16th Demo St, Mailton, IL 61000', ['W 16th Demo St', last]],
    ['1120 County Road 300 E Mailton IL 61000', ['1120 County Road 300 E', 'Mailton, IL 61000']],
    // What cannot be separated stays as it is.
    ['100 County Road 12345', ['100 County Road 12345']],
    ['61000', ['61000']],
    // Military, Puerto Rico, territories.
    ['PSC 123 Box 456, APO, AE 09012', ['PSC 123 Box 456', 'APO AE 09012']],
    ['PSC 123 Box 456 APO AE 09012', ['PSC 123 Box 456', 'APO AE 09012']],
    ['USS Sample, FPO AP 96600-1234', ['USS Sample', 'FPO AP 96600-1234']],
    ['Unit 2050 Box 4190, DPO AA 34000', ['Unit 2050 Box 4190', 'DPO AA 34000']],
    ['Urb Las Muestras, 12 Calle 3, San Juan, PR 00900', ['Urb Las Muestras', '12 Calle 3', 'San Juan, PR 00900']],
    ['HC 1 Box 4, Ponce, Puerto Rico 00700', ['HC 1 Box 4', 'Ponce, PR 00700']],
    ['12 Sample Rd, Dededo, GU 96900', ['12 Sample Rd', 'Dededo, GU 96900']],
    ['12 Sample Rd, Saipan, MP 96900', ['12 Sample Rd', 'Saipan, MP 96900']],
    ['12 Sample Rd, Saipan, Northern Mariana Islands 96900', ['12 Sample Rd', 'Saipan, MP 96900']],
    // Other countries.
    ['10 Sample Way, London SW1A 1AA, United Kingdom', ['10 Sample Way', 'London SW1A 1AA, United Kingdom']],
    ['10 Sample Ave, Unit 4, Toronto, ON M5V 2T6, Canada', ['10 Sample Ave, Unit 4', 'Toronto, ON M5V 2T6, Canada']],
    [
      'C/O Sample Trust, Musterweg 5, 10115 Berlin, Germany',
      ['C/O Sample Trust', 'Musterweg 5', '10115 Berlin, Germany'],
    ],
    ['Musterweg 5, Berlin 10115', ['Musterweg 5', 'Berlin 10115']],
    ['Sample 5, Tbilisi, Georgia', ['Sample 5', 'Tbilisi, Georgia']],
    // Lines.
    ['12 Mail St, Apt 4\nMailton, IL 61000', ['12 Mail St, Apt 4', last]],
    [
      '12 Mail St\r\nC/O Sample Trust\r\n\r\nMailton IL 61000\r\nUSA',
      ['C/O Sample Trust', '12 Mail St', 'Mailton IL 61000'],
    ],
    ['12 Mail St\nMailton\nIL 61000', ['12 Mail St', last]],
    ['12 Mail St\nMailton\nIL\n61000', ['12 Mail St', last]],
    ['10 Sample Way\nLondon\nSW1A 1AA', ['10 Sample Way', 'London', 'SW1A 1AA']],
    ['', []],
  ])('of %j', (address, lines) => {
    expect(mailingLines(address)).toEqual(lines)
  })

  it.each<[string, string[]]>([
    ['12 Mail St', ['12 Mail St', last]],
    ['12 Mail St, Apt 4', ['12 Mail St, Apt 4', last]],
    ['12 Mail St, Mailton', ['12 Mail St', last]],
    ['12 Mail St, Sample Park', ['12 Mail St', 'Sample Park', last]],
    ['12 Mail St, Other Town, IL 61001', ['12 Mail St', 'Other Town, IL 61001']],
    ['No number, W 16th Demo St', ['W 16th Demo St', last]],
  ])('end with the place of the property, if %j has none', (address, lines) => {
    expect(mailingLines(address, last)).toEqual(lines)
  })

  it('have all letters and digits of the address, and a line of them gives itself again', () => {
    const word = fc.constantFrom(
      '12',
      'Mail',
      'St',
      'Apt',
      '4',
      '#',
      'C/O',
      'Sample',
      'PO',
      'Box',
      'Mailton',
      'IL',
      '61000',
      ',',
      'N',
      'Rear',
      '%',
    )
    const lettersOf = (text: string) =>
      text
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
        .split('')
        .toSorted()
        .join('')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), (words) => {
        const address = words.join(' ')
        const lines = mailingLines(address)
        expect(lettersOf(lines.join(''))).toBe(lettersOf(address))
        expect(lines.every((line) => line.trim() === line && line !== '')).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
