import { isMergeField, suggestMergeField } from '../../../domain/templates/mergeFields.ts'
import type { Inspection } from '../documents.ts'
import { render, findTags, type Tag } from '../letters/render.ts'
import { rawXmlReason } from '../letters/tagErrors.ts'
import { limits } from '../limits.ts'
import type { Parts } from '../package/readZip.ts'
import { DocumentRefused, toDisplayText } from '../documentRefused.ts'
import { explainWrongFormat } from './fileFormat.ts'
import { findReasons, maxReasons } from './findReasons.ts'
import { findLookalikes } from './lookalikes.ts'
import { openTemplate } from './openTemplate.ts'

/**
 * Decides whether a file can be a template: a Word document that consists of what a letter needs, without external references
 * or active content, in which every merge field is known. Reports all problems that it can find.
 */
export function inspectDocument(file: Buffer): Inspection {
  try {
    const wrongFormat = explainWrongFormat(file)
    if (wrongFormat) return refuse([wrongFormat])
    if (file.length > limits.fileBytes) return refuse(['The template is too large. The maximum size is 10 MB.'])
    const parts = openTemplate(file)
    const reasons = findReasons(parts)
    return reasons.length > 0 ? refuse(reasons) : inspectTags(parts)
  } catch (error) {
    if (error instanceof DocumentRefused) return refuse([error.message])
    throw error
  }
}

function refuse(reasons: string[]): Inspection {
  return { reasons: [...new Set(reasons)].slice(0, maxReasons), warnings: [], fields: [] }
}

function inspectTags(parts: Parts): Inspection {
  const tags = findTags(parts)
  const reasons = tags.flatMap(checkTag)
  if (reasons.length > 0) return refuse(reasons)
  // Some errors occur only during rendering, so render once with all fields filled and once with all fields empty.
  for (const empty of [false, true]) render(parts, () => empty)
  return {
    reasons: [],
    warnings: findLookalikes(parts),
    fields: [...new Set(tags.map(({ name }) => name))].toSorted(),
  }
}

function checkTag({ name, kind }: Tag): string[] {
  if (kind === 'other') return [rawXmlReason(toDisplayText(name))]
  if (isMergeField(name)) return []
  const nearest = suggestMergeField(name)
  return [`The field {${toDisplayText(name)}} is not known${nearest ? `: did you mean {${nearest}}?` : '.'}`]
}
