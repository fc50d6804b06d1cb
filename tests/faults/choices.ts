import fc from 'fast-check'

/** Strings that programs often handle wrongly. */
const nastyTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff',
    '%',
    '%00',
    '%zz',
    '\\',
    "'",
    '"',
    "' or 1=1 --",
    '${1}',
    '{{x}}',
    '`',
    '\r\n',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '-1',
    '0',
    '1e999',
    '0x10',
    '9223372036854775808',
    '[]',
    '{}',
    '__proto__',
    'constructor',
  ],
  ...[
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '\u202e',
    '\u200b',
    '\ufeff',
    '👩‍👩‍👧‍👦',
    'İ',
    'ß',
    'ﷺ',
    'a'.repeat(600),
    '9'.repeat(400),
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    '2026-02-30',
    '0000-00-00T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '-000001-01-01T00:00:00Z',
  ],
]
const nastyNumbers = [
  0,
  -0,
  -1,
  0.5,
  1e-320,
  1e308,
  -1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  90.000001,
  -180.5,
]
const nestedDeeply = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown

const generatedText = fc.string({ maxLength: 24, unit: 'grapheme' })
const generatedJson = fc.jsonValue({ maxDepth: 3 })

/** Choices that depend only on the seed. */
export class Choices {
  private readonly draw: fc.GeneratorValue

  constructor(seed: number) {
    ;[this.draw] = fc.sample(fc.gen(), { numRuns: 1, seed }) as [fc.GeneratorValue]
  }

  /** A whole number from `min` to `max`. */
  int(min: number, max: number): number {
    return this.draw(fc.integer, { min, max })
  }

  /** True once in `times`. */
  oneIn(times: number): boolean {
    return this.int(1, times) === 1
  }

  oneOf<T>(values: readonly T[]): T {
    return values[this.int(0, values.length - 1)]!
  }

  text(): string {
    return this.draw(() => generatedText)
  }

  /** A value of any type, most often one that programs handle wrongly. */
  junk(): unknown {
    const kind = this.int(0, 5)
    if (kind <= 2) return this.oneOf(nastyTexts)
    if (kind === 3) return this.oneOf(nastyNumbers)
    if (kind === 4) return this.oneOf([null, true, false, [], {}, [null], { id: null }, nestedDeeply])
    return this.draw(() => generatedJson)
  }
}
