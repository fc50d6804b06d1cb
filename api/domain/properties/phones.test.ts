import { describe, expect, it } from 'vitest'
import { isPhone, repairPhone } from './phones.ts'

describe('a phone number', () => {
  it.each([
    ...['(812) 555-0123 x4', '812.555.0123', '+1 812 555 0123', '8125550123', '1-812-555-0123', '+1.812.555.0123'],
    ...[
      '(812)555-0123, ext. 4',
      '812-555-0123 extension 4',
      '812–555–0123',
      '812‑555‑0123',
      '812·555·0123',
      '812-555-0123 #4',
    ],
    ...['555-0100', '812/555-0123', '812-555-0123 / 812-555-0199'],
  ])('may be written as %j', (text) => {
    expect(isPhone(text)).toBe(true)
    expect(repairPhone(text)).toBe(text)
  })

  it.each(['call me', '+-', '12', 'x4', '812-555-0123 or ask Sample'])('is not %j', (text) => {
    expect(isPhone(text)).toBe(false)
  })

  it('loses the decimal point of a spreadsheet', () => {
    expect(repairPhone('8125550123.0')).toBe('8125550123')
    expect(repairPhone('812.0')).toBe('812.0')
  })
})
