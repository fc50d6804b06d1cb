import type { Letter, LetterJob } from '../documents.ts'
import { readZip } from '../package/readZip.ts'
import { HtmlLetters } from './htmlLetters.ts'
import { MergedLetters } from './mergedLetters.ts'
import { createArchiveWriter, SeparateLetters, createSingleWriter } from './separateLetters.ts'

/** Prints letters in batches. Each call returns the bytes that are ready. */
export interface LetterWriter {
  add(letters: Letter[]): Promise<Buffer[]>
  finish(): Promise<Buffer[]>
}

/** Creates the writer for a job. Throws `DocumentRefused` if the template cannot be used. */
export async function createLetterWriter({
  template,
  format,
  packing,
  title,
  createdAt: at,
  count,
}: LetterJob): Promise<LetterWriter> {
  const parts = readZip(template)
  if (format === 'html') {
    const pages = new HtmlLetters(parts)
    if (packing === 'merged') return pages.createMergedWriter(title)
    const make = (letter: Letter) => pages.make(letter)
    return packing === 'zip' ? createArchiveWriter(make, 'html', at) : createSingleWriter(make)
  }
  if (packing === 'merged') return new MergedLetters(parts, at, count)
  const documents = new SeparateLetters(parts, at)
  const make = (letter: Letter) => documents.make(letter)
  return packing === 'zip' ? createArchiveWriter(make, 'docx', at) : createSingleWriter(make)
}
