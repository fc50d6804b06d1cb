/**
 * What programs write for a cell without a value. Each is compared as it is written: `Null` and `Nan` in title case may be names, so
 * that an owner called Null keeps the name. `None` is what Python writes, so an owner of this one word is unknown.
 */
const emptyWords = new Set(
  '<Null> <null> <NULL> (Null) (null) (NULL) NULL null None NONE none NaN nan N/A n/a #N/A \\N'.split(' '),
)

/** The words among them that can be no part of a name or an address. */
const isUnmistakable = (word: string) => /^(?:<null>|\(null\))$/i.test(word)

/** The words of a longer text are not counted. */
const maxLength = 200

/** Most of the millions of cells of a county have none. */
const mayHaveEmptyWord = (text: string) => /^[\s,;<(Nn#\\]/.test(text) || text.includes('<') || text.includes('(')

/**
 * The text without words that stand for no value: '' for `NULL`, and for `<Null>, <Null>`, which programs write that join columns;
 * '12 Mail St, IN' for '12 Mail St, <Null>, IN'. Every import reads its cells by this function.
 */
export function removeEmptyWords(text: string): string {
  if (text.length > maxLength || !mayHaveEmptyWord(text)) return text
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  if (words.every((word) => emptyWords.has(word))) return ''
  if (!words.some(isUnmistakable)) return text
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !isUnmistakable(part))
    .join(', ')
}
