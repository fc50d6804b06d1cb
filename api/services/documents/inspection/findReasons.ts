import type { Parts } from '../package/readZip.ts'
import { checkContents } from './checkContents.ts'
import { checkMarkup } from './checkMarkup.ts'
import { checkRelationships } from './checkRelationships.ts'

export const maxReasons = 12

/**
 * Returns the reasons why a letter may not consist of these parts, each a sentence; empty if it may. Checked at upload, and again
 * when letters are printed. Throws `DocumentRefused` if the parts are damaged or not a Word document.
 */
export function findReasons(parts: Parts): string[] {
  const reasons = [...checkContents(parts), ...checkRelationships(parts), ...checkMarkup(parts)]
  return [...new Set(reasons)].slice(0, maxReasons)
}
