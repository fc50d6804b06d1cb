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
  const thirdNameOf = createLetterNamer()
  expect([thirdNameOf('A', ''), thirdNameOf('A', ''), thirdNameOf('A (2)', '')]).toEqual(['A', 'A (2)', 'A (2) (2)'])
})

it('shortens what a name is made of, without counting spaces before it', () => {
  const nameOf = createLetterNamer()
  expect(nameOf(`  ${'x'.repeat(61)}`, `  ${'y'.repeat(51)}`)).toBe(`${'x'.repeat(60)} - ${'y'.repeat(50)}`)
})

it('does not end a name with dots, which Windows removes', () => {
  expect(createLetterNamer()('1 Sample St. . ..', '')).toBe('1 Sample St')
})

it('names a batch by its tag, or its template without one, and the day', () => {
  const filename = 'Spring: offer.docx'
  expect(batchFileName({ tag: 'storm', filename }, '2026-11-20', 'zip')).toBe('storm-2026-11-20.zip')
  expect(batchFileName({ tag: null, filename }, '2026-11-20', 'zip')).toBe('Spring offer-2026-11-20.zip')
  const copy = 'offer.docx copy.DOCX'
  expect(batchFileName({ tag: null, filename: copy }, '2026-11-20', 'zip')).toBe('offer.docx copy-2026-11-20.zip')
  expect(batchFileName({ tag: null, filename: '.docx' }, '2026-11-20', 'docx')).toBe('letters-2026-11-20.docx')
})
