import { expect, it } from 'vitest'
import { hasText, withoutTexts } from './withoutTexts.ts'

it('replaces a text in every string of a value, in any case, and leaves names of properties and other values', () => {
  const value = { errors: [{ row: 2, message: '"SAMPLE OWNER 0142" is not a phone. Sample owner 0142' }], sample: null }
  expect(withoutTexts(value, ['Sample Owner 0142', 'sample'])).toEqual({
    errors: [{ row: 2, message: '"…" is not a phone. …' }],
    sample: null,
  })
})

it('leaves a longer word that has the text in it', () => {
  expect(withoutTexts('11 Oak St, 1 Oak Street and 1 Oak St', ['1 oak st'])).toBe('11 Oak St, 1 Oak Street and …')
  expect(hasText('Annapolis', ['anna'])).toBe(false)
  expect(hasText('"Anna"', ['anna'])).toBe(true)
})

it('erases words only from what people typed', () => {
  const input = {
    list: 'properties',
    selection: { filter: { search: 'Sample Properties' } },
    fileName: 'properties.csv',
  }
  expect(withoutTexts(input, [], ['properties'])).toEqual({
    ...{ list: 'properties', selection: { filter: { search: 'Sample …' } }, fileName: '….csv' },
  })
})

it('erases a string whole whose letters change their number in lower case', () => {
  expect(withoutTexts('İ Sample Owner', ['sample owner'])).toBe('…')
  expect(withoutTexts('İ other', ['sample owner'])).toBe('İ other')
})

it('takes time in proportion to a long string', () => {
  const before = performance.now()
  expect(withoutTexts('aaaa'.repeat(250_000), ['aaab'])).toHaveLength(1_000_000)
  expect(performance.now() - before).toBeLessThan(2_000)
})
