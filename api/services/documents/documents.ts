import type { MergeValues } from '../../domain/mergeFields.ts'

export type LetterFormat = 'docx' | 'html'

/** One letter to be made: what its file is called, without an ending, and what the template is filled with. */
export interface Letter {
  name: string
  values: MergeValues
}

export interface LetterJob {
  /** The template's file, as it was uploaded and found good. */
  template: Buffer
  format: LetterFormat
  /** One document with all letters; an archive with one file for each; or the only letter as it is. */
  packing: 'merged' | 'zip' | 'single'
  /** How many letters there will be. */
  count: number
  /** The title of an HTML document, and the date that files in an archive bear. */
  title: string
  createdAt: Date
}

/** What the inspection of a file found. */
export interface Inspection {
  /** Why it cannot be a template, each a sentence; empty when it can. */
  reasons: string[]
  /** The merge fields it uses. */
  fields: string[]
}

/** Word documents: inspected when they come in, filled when they go out, always in workers with bounds (design §7). */
export interface Documents {
  /** Whether `file` can be a template. Throws `Unavailable` when too much waits already. */
  inspect(file: Buffer): Promise<Inspection>
  /**
   * The bytes of the letters, made while `letters` are read. The first piece comes when some letters have been made, so
   * what is wrong with the template is thrown (`Refused`) before anything is sent. Whoever stops reading, or aborts
   * `signal`, ends the work.
   */
  print(job: LetterJob, letters: AsyncIterable<Letter[]>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void>
  close(): Promise<void>
}
