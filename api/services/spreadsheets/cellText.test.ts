import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberFormatOf, numberText, plainNumber } from './cellText.ts'

describe('the text of a number', () => {
  it.each([
    ['2139', '2139'],
    ['0', '0'],
    ['-90.1001', '-90.1001'],
    ['42.860200000000003', '42.8602'],
    ['4.2860199999999998E1', '42.8602'],
    ['123456789012345', '123456789012345'],
    ['999999999999999', '999999999999999'],
    ['1234567890123456', '1.23456789012346E+15'],
    ['4.9071512345678899E+17', '4.90715123456789E+17'],
    ['-1e300', '-1E+300'],
    ['', ''],
    [' 7 ', '7'],
    ['NaN', 'NaN'],
    ['text', 'text'],
  ])('of %j is %j', (value, text) => {
    expect(numberText(value, plainNumber, false)).toBe(text)
  })

  it.each([
    ['00000', '2139', '02139'],
    ['00000', '123456', '123456'],
    ['00000\\-0000', '21390001', '02139-0001'],
    ['00000"-"0000', '21390001', '021390001'],
    ['000000000000000', '42', '000000000000042'],
    ['00000', '2139.5', '2139.5'],
    ['00000', '-7', '-7'],
    ['0', '7', '7'],
    ['0.00', '7.5', '7.5'],
    ['#,##0', '24348', '24348'],
  ])('has the zeros of the format %s: %s is %s', (code, value, text) => {
    expect(numberText(value, numberFormatOf(164, code), false)).toBe(text)
  })

  it.each([
    [14, undefined, '46344', '2026-11-18'],
    [22, undefined, '46344.611111111109', '2026-11-18 14:40:00'],
    [164, 'm/d/yyyy', '46344', '2026-11-18'],
    [164, '[$-409]mmmm\\ d\\,\\ yyyy;@', '46344', '2026-11-18'],
    [164, 'yyyy"-"mm"-"dd hh:mm', '46344.5', '2026-11-18 12:00:00'],
    [164, '[h]:mm', '0.5', '12:00:00'],
    [20, undefined, '0.75', '18:00:00'],
    [14, undefined, '1', '1900-01-01'],
    [14, undefined, '59', '1900-02-28'],
    [14, undefined, '60', '60'],
    [14, undefined, '61', '1900-03-01'],
    [14, undefined, '2958465', '9999-12-31'],
    [14, undefined, '2958466', '2958466'],
    [14, undefined, '-1', '-1'],
    // A parcel number such as 5-4, of which a spreadsheet has made a date.
    [16, undefined, '46146', '4-May'],
    [164, 'd\\-mmm', '46146', '4-May'],
    [17, undefined, '38108', 'May-04'],
    // These are no dates.
    [0, undefined, '46344', '46344'],
    [164, 'General', '46344', '46344'],
    [164, '0.00 "days"', '46344', '46344'],
    [164, '[Red]0', '46344', '46344'],
    [164, '#,##0_);[Red]\\(#,##0\\)', '46344', '46344'],
    [164, '\\d0', '46344', '46344'],
    [164, '"', '46344', '46344'],
  ])('is a date if the format %s %j says so: %s is %s', (id, code, value, text) => {
    expect(numberText(value, numberFormatOf(id, code), false)).toBe(text)
  })

  it('counts from 1904 in workbooks of old Macintoshes', () => {
    expect(numberText('0', numberFormatOf(14, undefined), true)).toBe('1904-01-01')
    expect(numberText('44882', numberFormatOf(14, undefined), true)).toBe('2026-11-18')
  })

  it('has every day after 1900 once', () => {
    const format = numberFormatOf(14, undefined)
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_465 }), (day) => {
        const text = numberText(String(day), format, false)
        expect(Date.parse(`${text}T00:00:00Z`) / 86_400_000 + 25_569).toBe(day)
      }),
    )
  })

  it('is read from any code and number', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0-d m"[]\\;_*hy$#'.split('')) }),
        fc.double(),
        (code, number) => {
          expect(typeof numberText(String(number), numberFormatOf(164, code), false)).toBe('string')
        },
      ),
    )
  })
})
