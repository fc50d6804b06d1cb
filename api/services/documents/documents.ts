import type { LabelSheet } from '../../domain/printing/labelSheets.ts'
import type { MergeValues } from '../../domain/templates/mergeFields.ts'

export type LetterFormat = 'docx' | 'html'

/** A letter to print: its file name without an extension, and the merge values. */
export interface Letter {
  name: string
  values: MergeValues
}

export interface LetterJob {
  /** The uploaded file, which passed inspection. */
  template: Buffer
  format: LetterFormat
  /** One document with all letters, a zip archive with one file per letter, or a single letter. */
  packing: 'merged' | 'zip' | 'single'
  /** The number of letters that follow. */
  count: number
  /** The title of an HTML document, and the modification time of the files in a zip archive. */
  title: string
  createdAt: Date
}

/** An address to print on a label or an envelope. */
export interface Label {
  name: string
  /** The lines below the name. */
  address: string[]
}

/** A PDF document with addresses. */
export interface LabelJob {
  sheet: LabelSheet
  /** The first free place of the first sheet, from 1. */
  startPosition: number
  /** The lines of the address of the sender, which envelopes have. */
  returnAddress: string[]
  title: string
  createdAt: Date
}

/** The result of inspecting a file. */
export interface Inspection {
  /** Reasons why the file cannot be a template, each a sentence. Empty if it can. */
  reasons: string[]
  /** What the writer of a template may not have meant, each a sentence. */
  warnings: string[]
  /** The merge fields that the file uses. */
  fields: string[]
}

/**
 * Inspects uploaded Word documents, prints letters from them, and prints addresses. The work runs in separate processes with limits on
 * time and memory (design §7).
 */
export interface Documents {
  /** Decides whether `file` can be a template. Throws `Unavailable` if too many jobs are waiting. */
  inspect(file: Buffer): Promise<Inspection>
  /**
   * Yields the bytes of the letters while it reads `letters`. Throws `Refused` before the first bytes if the template
   * cannot be used. The job ends when the caller stops reading or aborts `signal`.
   */
  print(job: LetterJob, letters: AsyncIterable<Letter[]>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void>
  /** Yields the bytes of a PDF document with the addresses while it reads `labels`. */
  printLabels(job: LabelJob, labels: AsyncIterable<Label[]>, signal?: AbortSignal): AsyncGenerator<Uint8Array, void>
  close(): Promise<void>
}
