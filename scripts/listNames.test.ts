import { describe, expect, it } from 'vitest'
import { listFile, pickSample } from './listNames.ts'

describe('listNames', () => {
  it('lists exports, types included, and comments, with adjacent line comments as one', () => {
    const source = [
      '/** Doubles',
      ' * a number. */',
      'export const double = (n: number) => 2 * n // even',
      '',
      '// First line,',
      '// second line.',
      'const hidden = 1',
      "export type { A, B as C } from './types.ts'",
      'export default hidden',
    ].join('\n')
    const { names, comments } = listFile('a.ts', source)
    expect(names.map(({ line, text }) => `${line} ${text}`)).toEqual(['3 double', '8 A', '8 C', '9 Default'])
    expect(comments).toEqual([
      { file: 'a.ts', line: 1, text: 'Doubles a number.' },
      { file: 'a.ts', line: 3, text: 'even' },
      { file: 'a.ts', line: 5, text: 'First line, second line.' },
    ])
  })

  it('samples the same items for the same seed', () => {
    const items = Array.from({ length: 50 }, (_, n) => n)
    expect(pickSample(items, 10, 1)).toEqual(pickSample(items, 10, 1))
    expect(pickSample(items, 10, 1)).not.toEqual(pickSample(items, 10, 2))
    expect(new Set(pickSample(items, 99, 3))).toEqual(new Set(items))
  })
})
