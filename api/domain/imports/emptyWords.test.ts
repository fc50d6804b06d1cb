import { describe, expect, it } from 'vitest'
import { removeEmptyWords } from './emptyWords.ts'

describe('a cell', () => {
  it.each([
    ...['<Null>', 'NULL', 'null', '(null)', 'None', 'nan', 'NaN', 'N/A', 'n/a', '#N/A', '\\N'],
    ...['<Null>, <Null>', 'NULL,NULL', 'None, nan', '(null) (null)', '<Null>; <Null>', ' , '],
  ])('with %j is empty', (text) => {
    expect(removeEmptyWords(text)).toBe('')
  })

  it.each([
    ...[
      'Null',
      'NULL, SAMPLE',
      'Nan',
      'Nan Example',
      'Sample Null',
      'None Such Lane LLC',
      '1 Null St',
      'NA',
      'Na',
      '0',
      '-',
    ],
    ...['<Nullable>', 'N/A Holdings', `${'NULL,'.repeat(50)}`],
  ])('with %j is not', (text) => {
    expect(removeEmptyWords(text)).toBe(text)
  })

  it('loses a part that can be no name', () => {
    expect(removeEmptyWords('12 Sample Mail St, <Null>, Mailton')).toBe('12 Sample Mail St, Mailton')
    expect(removeEmptyWords('(null), 12 Sample Mail St')).toBe('12 Sample Mail St')
  })
})
