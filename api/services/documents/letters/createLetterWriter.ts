import type { LetterJob } from '../documents.ts'
import { readZip } from '../package/readZip.ts'
import { HtmlLetters } from './htmlLetters.ts'
import type { LetterWriter } from './letterWriter.ts'
import { MergedLetters } from './mergedLetters.ts'
import { createArchiveWriter, createSingleWriter, SeparateLetters } from './separateLetters.ts'

/** Creates the writer for a job. Throws `DocumentRefused` if the template cannot be used. */
export async function createLetterWriter(job: LetterJob): Promise<LetterWriter> {
  const { format, packing, createdAt } = job
  const parts = readZip(job.template)
  if (packing === 'merged') {
    if (format === 'html') return new HtmlLetters(parts).createMergedWriter(job.title)
    return new MergedLetters(parts, createdAt, job.count)
  }
  const letters = format === 'html' ? new HtmlLetters(parts) : new SeparateLetters(parts, createdAt)
  return packing === 'zip' ? createArchiveWriter(letters, format, createdAt) : createSingleWriter(letters)
}
