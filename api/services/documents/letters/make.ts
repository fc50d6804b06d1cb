import type { Letter, LetterJob } from '../documents.ts'
import { readZip } from '../package/readZip.ts'
import { HtmlLetters } from './html.ts'
import { MergedLetters } from './merged.ts'
import { archiveOf, SeparateLetters, singleOf } from './separate.ts'

/** Makes letters bit by bit: each call answers the bytes that are ready. */
export interface LetterMaker {
  add(letters: Letter[]): Promise<Buffer[]>
  finish(): Promise<Buffer[]>
}

/** A maker for the job. Throws `DocumentRefused` when the template cannot be used. */
export async function beginLetters({ template, format, packing, title, at, count }: LetterJob): Promise<LetterMaker> {
  const parts = readZip(template)
  if (format === 'html') {
    const pages = new HtmlLetters(parts)
    if (packing === 'merged') return pages.merged(title)
    const make = (letter: Letter) => pages.make(letter)
    return packing === 'zip' ? archiveOf(make, 'html', at) : singleOf(make)
  }
  if (packing === 'merged') return new MergedLetters(parts, at, count)
  const documents = new SeparateLetters(parts, at)
  const make = (letter: Letter) => documents.make(letter)
  return packing === 'zip' ? archiveOf(make, 'docx', at) : singleOf(make)
}
