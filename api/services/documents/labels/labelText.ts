/** A line of text, and the size in points at which it fits into a box. */
export interface FittedLine {
  text: string
  size: number
}

/** The height of a line of text of size 1. */
export const lineHeight = 1.2
const minSize = 6.5
const ellipsis = '…'

/**
 * The text with the characters that the font has. A letter with marks that the font lacks loses its marks, symbols are left
 * out, and other letters become question marks, which `isComplete` tells.
 */
export function toPrintableText(
  text: string,
  hasGlyph: (codePoint: number) => boolean,
): { text: string; isComplete: boolean } {
  let isComplete = true
  const printable = Array.from(text.normalize('NFC'), (character) => {
    if (/\s/u.test(character)) return ' '
    const found = simplerForms(character).find((form) =>
      Array.from(form).every((part) => hasGlyph(part.codePointAt(0)!)),
    )
    if (found !== undefined) return found
    if (!/[\p{L}\p{N}]/u.test(character)) return ''
    isComplete = false
    return '?'
  })
  return { text: printable.join('').replaceAll(/ +/g, ' ').trim(), isComplete }
}

/** The character, then the same with one mark less at a time: 'ế', 'ê', 'e'. */
function simplerForms(character: string): string[] {
  const parts = Array.from(character.normalize('NFD'))
  return parts.map((_, removed) =>
    parts
      .slice(0, parts.length - removed)
      .join('')
      .normalize('NFC'),
  )
}

/**
 * Chooses for each line the largest size up to `maxSize` at which it fits into the box. At the smallest size, a longer line
 * ends with an ellipsis, and lines below the box are left out. `widthOf` measures a text of size 1.
 */
export function fitText(
  lines: readonly string[],
  box: { width: number; height: number },
  maxSize: number,
  widthOf: (text: string) => number,
): FittedLine[] {
  const maxLineSize = Math.max(minSize, Math.min(maxSize, box.height / (lines.length * lineHeight)))
  const maxLines = Math.max(1, Math.floor(box.height / (maxLineSize * lineHeight) + 0.001))
  return lines.slice(0, maxLines).map((line) => {
    const size = Math.max(minSize, Math.min(maxLineSize, box.width / widthOf(line)))
    return { text: cutText(line, box.width / size, widthOf), size }
  })
}

/** The longest beginning of the text, with an ellipsis, that is at most `maxWidth` wide; the text itself if it is. */
function cutText(text: string, maxWidth: number, widthOf: (text: string) => number): string {
  // A line that decided the size is as wide as the box, up to rounding.
  const limit = maxWidth * 1.000_001
  if (widthOf(text) <= limit) return text
  const characters = Array.from(text)
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (widthOf(characters.slice(0, middle).join('').trimEnd() + ellipsis) <= limit) fits = middle
    else tooLong = middle
  }
  return characters.slice(0, fits).join('').trimEnd() + ellipsis
}
