import type { Inspection, Label, LabelJob, Letter, LetterJob } from './documents.ts'

/** A request to a worker. The server sends the next one after the answer. */
export type WorkerRequest =
  | { type: 'inspect'; file: Uint8Array }
  | { type: 'begin'; job: Omit<LetterJob, 'template'> & { template: Uint8Array } }
  | { type: 'letters'; letters: Letter[] }
  | { type: 'beginLabels'; job: LabelJob }
  | { type: 'labels'; labels: Label[] }
  | { type: 'finish' }

/** An answer of a worker. Each request gets exactly one, or a `WorkerFailure`. */
export type WorkerAnswer =
  { type: 'inspection'; inspection: Inspection } | { type: 'bytes'; bytes: Uint8Array<ArrayBuffer>[] }
