import { isMergeField, nearestMergeField } from '../../../domain/mergeFields.ts'
import type { Inspection } from '../documents.ts'
import { render, tagsOf, type Tag } from '../letters/render.ts'
import { limits } from '../limits.ts'
import { readZip, type Parts } from '../package/readZip.ts'
import { DocumentRefused } from '../refusal.ts'
import { contentReasons } from './contents.ts'
import { whatItIs } from './container.ts'
import { markupReasons } from './markup.ts'
import { relationReasons } from './relations.ts'
import { rawXmlReason, shown } from './tagErrors.ts'

/**
 * Whether a file can be a template: a Word document that holds text, tables and pictures and asks for nothing from
 * outside, in which every field is known. Says all that is wrong, as far as it can be read.
 */
export function inspectDocument(file: Buffer): Inspection {
  try {
    const other = whatItIs(file)
    if (other) return refusal([other])
    if (file.length > limits.fileBytes) return refusal(['The template is too large: 10 MB at most.'])
    const parts = readZip(file)
    const reasons = [...contentReasons(parts), ...relationReasons(parts), ...markupReasons(parts)]
    return reasons.length > 0 ? refusal(reasons) : inspectTags(parts)
  } catch (error) {
    if (error instanceof DocumentRefused) return refusal([error.message])
    throw error
  }
}

function refusal(reasons: string[]): Inspection {
  return { reasons: [...new Set(reasons)].slice(0, 12), fields: [] }
}

function inspectTags(parts: Parts): Inspection {
  const tags = tagsOf(parts)
  const reasons = tags.flatMap(reasonAgainst)
  if (reasons.length > 0) return refusal(reasons)
  // What only shows when a letter is made, shows now: once with everything, once with nothing.
  for (const empty of [false, true]) render(parts, () => empty)
  return { reasons: [], fields: [...new Set(tags.map(({ name }) => name))].toSorted() }
}

function reasonAgainst({ name, kind }: Tag): string[] {
  if (kind === 'other') return [rawXmlReason(shown(name))]
  if (isMergeField(name)) return []
  const nearest = nearestMergeField(name)
  return [`The field {${shown(name)}} is not known${nearest ? `: did you mean {${nearest}}?` : '.'}`]
}
