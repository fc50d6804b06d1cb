import { describe, expect, it } from 'vitest'
import { fitText, toPrintableText } from './labelText.ts'

/** Every character is half as wide as the text is high. */
const widthOf = (text: string) => Array.from(text).length / 2
const latin = (codePoint: number) => codePoint < 0x180

describe('text that is fitted into a box', () => {
  const box = { width: 100, height: 60 }
  const fit = (...lines: string[]) => fitText(lines, box, 11, widthOf)

  it('has the largest size if it is short', () => {
    expect(fit('Sample Owner', 'PO Box 1')).toEqual([
      { text: 'Sample Owner', size: 11 },
      { text: 'PO Box 1', size: 11 },
    ])
  })

  it('is shrunk where a line is too long, or where there are too many lines', () => {
    expect(fit('x'.repeat(25), 'short')).toEqual([
      { text: 'x'.repeat(25), size: 8 },
      { text: 'short', size: 11 },
    ])
    for (const { size } of fit('1', '2', '3', '4', '5', '6')) expect(size).toBeCloseTo(60 / 6 / 1.2)
  })

  it('ends with an ellipsis where it does not fit at the smallest size', () => {
    const [long] = fit('x'.repeat(40), 'short')
    expect(long).toEqual({ text: `${'x'.repeat(29)}…`, size: 6.5 })
    expect(widthOf(long!.text) * long!.size).toBeLessThanOrEqual(box.width)
    expect(fit(`${'x'.repeat(25)}    ${'y'.repeat(20)}`)[0]!.text).toBe(`${'x'.repeat(25)}…`)
  })

  it('has no lines below the box', () => {
    const lines = fit(...Array.from({ length: 20 }, (_, n) => `${n}`))
    expect(lines.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5', '6'])
    expect(lines.reduce((height, { size }) => height + size * 1.2, 0)).toBeLessThanOrEqual(box.height)
  })
})

describe('printable text', () => {
  it('keeps the characters of the font', () => {
    expect(toPrintableText('Zoë  Łukasz\tÑandú', latin)).toEqual({ text: 'Zoë Łukasz Ñandú', isComplete: true })
  })

  it('loses the marks that the font lacks, one at a time, and symbols', () => {
    expect(toPrintableText('Nguyễn Thế', latin)).toEqual({ text: 'Nguyên Thê', isComplete: true })
    expect(toPrintableText('Sample 🏠👩‍👧 7', latin)).toEqual({ text: 'Sample 7', isComplete: true })
    expect(toPrintableText('A\u0000B\u202eC', (codePoint) => codePoint > 32 && codePoint < 128).text).toBe('ABC')
  })

  it('tells which letters the font lacks', () => {
    expect(toPrintableText('דוגמה 7', latin)).toEqual({ text: '????? 7', isComplete: false })
  })
})
