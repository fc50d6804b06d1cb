import type { Inspection, Letter, LetterJob } from './documents.ts'

/** A request to a worker. The server sends the next one after the answer. */
export type WorkerRequest =
  | { do: 'inspect'; file: Uint8Array }
  | { do: 'begin'; job: Omit<LetterJob, 'template'> & { template: Uint8Array } }
  | { do: 'letters'; letters: Letter[] }
  | { do: 'finish' }

/** An answer of a worker. Each request gets exactly one. */
export type WorkerAnswer =
  | { did: 'inspect'; inspection: Inspection }
  | { did: 'begin' }
  | { did: 'letters' | 'finish'; bytes: Uint8Array[] }
  | { did: 'refuse'; reason: string }
  | { did: 'fail'; message: string }
