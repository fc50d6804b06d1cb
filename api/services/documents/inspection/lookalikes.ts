import { mergeFields, isMergeField, suggestMergeField } from '../../../domain/templates/mergeFields.ts'
import { toDisplayText } from '../documentRefused.ts'
import { readContentTypes } from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import { isWordNamespace, walkMarkup } from '../package/walkMarkup.ts'
import { isFilledType } from './partTypes.ts'

const maxWarnings = 8

/** How other programs write fields. Only the first is rare enough in letters to be taken for one with any words in it. */
const spellings: { pattern: RegExp; isRare?: boolean }[] = [
  { pattern: /[«‹]([\p{L}\p{N}_. -]{2,40})[»›]/gu, isRare: true },
  { pattern: /<<?([\p{L}\p{N}_. -]{2,40})>>?/gu },
  { pattern: /\[\[?([\p{L}\p{N}_. -]{2,40})\]\]?/gu },
  { pattern: /%([\p{L}\p{N}_.-]{2,40})%/gu },
]

/**
 * Warns about text in a template that looks like a field of another program, such as «owner_name» or [Owner Name], and is printed as it
 * is. Each is a sentence that says how the field is written.
 */
export function findLookalikes(parts: Parts): string[] {
  const types = readContentTypes(parts)
  const warnings = new Set<string>()
  for (const [name, content] of parts) {
    if (!isFilledType(types.typeOf(name) ?? '')) continue
    const text = textOf(name, content)
    for (const { pattern, isRare } of spellings)
      for (const [shown, words] of text.matchAll(pattern))
        if (isRare || isLikeField(words!.trim())) warnings.add(explain(shown, words!.trim()))
  }
  return [...warnings].slice(0, maxWarnings)
}

/** The text of a part, of which Word may have split each word into several runs. Each paragraph is a line. */
function textOf(name: string, content: Buffer): string {
  let text = ''
  let isText = false
  walkMarkup(name, content, {
    open({ local, uri }) {
      isText = local === 't' && isWordNamespace(uri)
    },
    close({ local, uri }) {
      isText = false
      if (local === 'p' && isWordNamespace(uri)) text += '\n'
    },
    text(piece) {
      if (isText) text += piece
    },
  })
  return text
}

const toName = (words: string) => words.toLowerCase().replaceAll(/[\s.-]+/g, '_')

/** Whether words in brackets are meant as a field: its name or the beginning of one, with '_', in capitals or In Title Case. */
function isLikeField(words: string): boolean {
  const name = toName(words)
  return (
    mergeFields.some((field) => field.name === name || field.name.startsWith(`${name}_`)) ||
    words.includes('_') ||
    /^\p{Lu}[\p{Lu}\p{N} -]+$/u.test(words) ||
    /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+){1,3}$/u.test(words)
  )
}

function explain(shown: string, words: string): string {
  const name = toName(words)
  const field = isMergeField(name)
    ? `write {${name}}`
    : `fields are written like {${suggestMergeField(words) ?? 'owner_name'}}`
  return `'${toDisplayText(shown)}' looks like a field, but is printed as it is: ${field}.`
}
