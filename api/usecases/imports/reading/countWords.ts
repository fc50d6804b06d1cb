import { removeEmptyWords } from '../../../domain/imports/emptyWords.ts'
import { cellText } from '../../../domain/imports/importCells.ts'
import type { ImportList } from '../../../domain/imports/importFields.ts'
import {
  makeDictionary,
  maxWordLength,
  maxWords,
  normalizeWords,
  wordFields,
  type FoundWord,
  type WordField,
} from '../../../domain/imports/importWords.ts'
import type { ReadInput, ReadSummary } from './protocol.ts'
import { userFinder } from './rowFormats.ts'

/** The fields that may name somebody without an account, by the list. */
const userFields: Partial<Record<ImportList, string[]>> = {
  properties: ['assigned_to', 'visited_by'],
  leads: ['assigned_to'],
}

/** Texts with the number of rows that have each. Others than the first `maxWords` are only known to exist. */
class TextCounts {
  readonly #counts = new Map<string, { text: string; rows: number }>()
  hasMore = false

  add(key: string, text: string): void {
    const counted = this.#counts.get(key)
    if (counted) counted.rows += 1
    else if (this.#counts.size < maxWords) this.#counts.set(key, { text, rows: 1 })
    else this.hasMore = true
  }

  /** The most frequent first. */
  sorted(): { text: string; rows: number }[] {
    return [...this.#counts.values()].sort((a, b) => b.rows - a.rows || (a.text < b.text ? -1 : 1))
  }
}

/** Counts the words of other products and the users without an account in the rows of a file, each row once. */
export function countWords(
  { list, mapping, facts }: ReadInput,
  headings: readonly string[],
): {
  add(cells: readonly string[]): void
  result(): Pick<ReadSummary, 'words' | 'fieldsOfManyWords' | 'missingUsers'>
} {
  const indexOf = (field: string) => (mapping[field] === undefined ? -1 : headings.indexOf(mapping[field]))
  const textOf = (cells: readonly string[], index: number) => removeEmptyWords(cellText(cells[index] ?? ''))
  const fields = list === 'properties' ? wordFields.filter((field) => indexOf(field) >= 0) : []
  const counts = new Map(fields.map((field) => [field, new TextCounts()]))
  const missing = new TextCounts()
  const userColumns = (userFields[list] ?? []).map(indexOf).filter((index) => index >= 0)
  const findUser = userFinder(facts.users)
  return {
    add(cells) {
      for (const [field, texts] of counts) {
        const text = textOf(cells, indexOf(field))
        if (text !== '' && text.length <= maxWordLength) texts.add(normalizeWords(text), text)
      }
      const names = new Set(userColumns.map((index) => textOf(cells, index).slice(0, 320)))
      for (const name of names) if (name !== '' && !findUser(name)) missing.add(name.toLowerCase(), name)
    },
    result: () => ({
      words: fields.flatMap((field: WordField) => {
        const meaningOf = makeDictionary(field, facts.words)
        return counts
          .get(field)!
          .sorted()
          .map(({ text, rows }): FoundWord => ({ field, word: text, rows, meaning: meaningOf(text) }))
      }),
      fieldsOfManyWords: fields.filter((field) => counts.get(field)!.hasMore),
      missingUsers: missing.sorted().map(({ text, rows }) => ({ name: text, rows })),
    }),
  }
}
