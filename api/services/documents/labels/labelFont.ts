import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import { toPrintableText } from './labelText.ts'

/** Figtree, weight 500, with the letters of European languages. The standard fonts of PDF have only those of Western Europe. */
export const labelFont = create(readFileSync(new URL('./figtree.ttf', import.meta.url)))

export const hasGlyph = (codePoint: number): boolean => labelFont.hasGlyphForCodePoint(codePoint)

/** The name as labels show it; null if the font lacks a letter of it, or it has none. */
export function printableName(name: string): string | null {
  const { text, isComplete } = toPrintableText(name, hasGlyph)
  // The postal service cannot read a name with question marks, and delivers to the address.
  return isComplete && text ? text : null
}
