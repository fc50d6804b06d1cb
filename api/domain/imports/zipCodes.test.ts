import { describe, expect, it } from 'vitest'
import { parseZipCode, repairZipCode } from './zipCodes.ts'

describe('a ZIP code', () => {
  it.each([
    ['02139', 'MA', '02139'],
    ['2139', 'MA', '02139'],
    ['2139', 'Massachusetts', '02139'],
    ['2139', null, '02139'],
    ['2139.0', 'ma', '02139'],
    ['021390001', 'MA', '02139'],
    ['21390001', 'MA', '02139'],
    ['02139-', 'MA', '02139'],
    ['02139-0001', 'MA', '02139'],
    ['02139 – 0001', 'MA', '02139'],
    ['02139 0001', 'MA', '02139'],
    ['2139-0001', null, '02139'],
    ['24,348', 'VA', '24348'],
    ['24348.', 'VA', '24348'],
    ['243480001.0', 'VA', '24348'],
    ['601', 'PR', '00601'],
    ['601', null, '00601'],
    ['802', 'VI', '00802'],
    ['6390', 'NY', '06390'],
    ['42', 'IN', '00042'],
    ['K1A 0B1', 'ON', 'K1A 0B1'],
    ['46201, Sampleton', 'IN', '46201, Sampleton'],
  ])('%j in %j is %j', (text, state, zip) => {
    expect(parseZipCode(text, state)).toBe(zip)
    expect(repairZipCode(zip, state)).toBe(zip)
  })

  it.each(['0', '00000', '00000-0000', '', '0.0'])('is unknown if it is %j', (text) => {
    expect(parseZipCode(text, 'MA')).toBeNull()
  })

  it.each([
    ['2139', 'IL', 'is no ZIP code of IL'],
    ['601', 'California', 'is no ZIP code of California'],
    ['213', null, 'is no ZIP code: those have five digits'],
    ['2139000', null, 'is no ZIP code: those have five digits'],
    ['213900', null, 'is no ZIP code: those have five digits'],
    ['2.4348E+08', null, 'is no ZIP code: those have five digits'],
    ['1234567890', null, 'is no ZIP code: those have five digits'],
  ])('%j in %j is not certain', (text, state, message) => {
    expect(() => parseZipCode(text, state)).toThrow(message)
    expect(repairZipCode(text, state)).toBeNull()
  })
})
