import type { LetterJob } from '../documents.ts'
import { DocumentRefused } from '../documentRefused.ts'
import { findReasons } from '../inspection/findReasons.ts'
import { openTemplate } from '../inspection/openTemplate.ts'
import type { Parts } from '../package/readZip.ts'
import { HtmlLetters } from './htmlLetters.ts'
import type { LetterWriter } from './letterWriter.ts'
import { MergedLetters } from './mergedLetters.ts'
import { createArchiveWriter, createSingleWriter, SeparateLetters } from './separateLetters.ts'

/** Creates the writer for a job. Throws `DocumentRefused` if the template cannot be used. */
export async function createLetterWriter(job: LetterJob): Promise<LetterWriter> {
  const { format, packing, createdAt } = job
  const parts = openTemplate(job.template)
  assertStillAllowed(parts)
  if (packing === 'merged') {
    if (format === 'html') return new HtmlLetters(parts).createMergedWriter(job.title)
    return new MergedLetters(parts, createdAt, job.count)
  }
  const letters = format === 'html' ? new HtmlLetters(parts) : new SeparateLetters(parts, createdAt)
  return packing === 'zip' ? createArchiveWriter(letters, format, createdAt) : createSingleWriter(letters)
}

/** Templates may have been uploaded when fewer things were refused. Throws `DocumentRefused` with what is refused today. */
function assertStillAllowed(parts: Parts): void {
  const reasons = findReasons(parts)
  if (reasons.length === 0) return
  throw new DocumentRefused(
    `This template cannot be printed any more. ${reasons.join(' ')} Download it, change it in Word, and upload it again.`,
  )
}
