import { isMergeField, suggestMergeField } from '../../../domain/mergeFields.ts'
import type { Inspection } from '../documents.ts'
import { render, findTags, type Tag } from '../letters/render.ts'
import { limits } from '../limits.ts'
import { readZip, type Parts } from '../package/readZip.ts'
import { DocumentRefused } from '../documentRefused.ts'
import { checkContents } from './checkContents.ts'
import { explainWrongFormat } from './fileFormat.ts'
import { checkMarkup } from './checkMarkup.ts'
import { checkRelationships } from './checkRelationships.ts'
import { rawXmlReason, toDisplayText } from '../letters/tagErrors.ts'

/**
 * Decides whether a file can be a template: a Word document without external references or active content, in which
 * every merge field is known. Reports all problems that it can find.
 */
export function inspectDocument(file: Buffer): Inspection {
  try {
    const wrongFormat = explainWrongFormat(file)
    if (wrongFormat) return refuse([wrongFormat])
    if (file.length > limits.fileBytes) return refuse(['The template is too large. The maximum size is 10 MB.'])
    const parts = readZip(file)
    const reasons = [...checkContents(parts), ...checkRelationships(parts), ...checkMarkup(parts)]
    return reasons.length > 0 ? refuse(reasons) : inspectTags(parts)
  } catch (error) {
    if (error instanceof DocumentRefused) return refuse([error.message])
    throw error
  }
}

function refuse(reasons: string[]): Inspection {
  return { reasons: [...new Set(reasons)].slice(0, 12), fields: [] }
}

function inspectTags(parts: Parts): Inspection {
  const tags = findTags(parts)
  const reasons = tags.flatMap(checkTag)
  if (reasons.length > 0) return refuse(reasons)
  // Some errors occur only during rendering, so render once with all fields filled and once with all fields empty.
  for (const empty of [false, true]) render(parts, () => empty)
  return { reasons: [], fields: [...new Set(tags.map(({ name }) => name))].toSorted() }
}

function checkTag({ name, kind }: Tag): string[] {
  if (kind === 'other') return [rawXmlReason(toDisplayText(name))]
  if (isMergeField(name)) return []
  const nearest = suggestMergeField(name)
  return [`The field {${toDisplayText(name)}} is not known${nearest ? `: did you mean {${nearest}}?` : '.'}`]
}
