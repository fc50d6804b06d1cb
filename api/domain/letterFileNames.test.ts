import { expect, it } from 'vitest'
import { batchFileName, createLetterNamer } from './letterFileNames.ts'

it('names a letter by its property and owner, without characters that file systems reject', () => {
  const nameOf = createLetterNamer()
  expect(nameOf('1018 W 11th Demo St, Indianapolis, IN 46202', 'Sample Owner 0142')).toBe(
    '1018 W 11th Demo St - Sample Owner 0142',
  )
  expect(nameOf('../../etc/passwd', 'A<b>:"\\|?*\u202e\0 & Co.')).toBe('etc passwd - A b & Co')
  expect(nameOf('', '')).toBe('Letter')
  expect(Array.from(nameOf('x'.repeat(500), '🏠'.repeat(500))).length).toBeLessThanOrEqual(113)
})

it('returns each name once, ignoring case', () => {
  const nameOf = createLetterNamer()
  expect([nameOf('1 Sample St', ''), nameOf('1 SAMPLE St', ''), nameOf('1 Sample St', '')]).toEqual([
    '1 Sample St',
    '1 SAMPLE St (2)',
    '1 Sample St (3)',
  ])
  const secondNameOf = createLetterNamer()
  expect(
    [secondNameOf('A', ''), secondNameOf('A (2)', ''), secondNameOf('A', '')].map((name) => name.toLowerCase()),
  ).toEqual(['a', 'a (2)', 'a (3)'])
})

it('names a batch by its tag, or its template without one, and the day', () => {
  const filename = 'Spring: offer.docx'
  expect(batchFileName({ tag: 'storm', filename }, '2026-11-20', 'zip')).toBe('storm-2026-11-20.zip')
  expect(batchFileName({ tag: null, filename }, '2026-11-20', 'zip')).toBe('Spring offer-2026-11-20.zip')
})
