import type { Inspection, Letter, LetterJob } from './documents.ts'

/** What the server asks of a worker, one thing at a time. */
export type WorkerRequest =
  | { do: 'inspect'; file: Uint8Array }
  | { do: 'begin'; job: Omit<LetterJob, 'template'> & { template: Uint8Array } }
  | { do: 'letters'; letters: Letter[] }
  | { do: 'finish' }

/** What it answers: each request exactly once. */
export type WorkerAnswer =
  | { did: 'inspect'; inspection: Inspection }
  | { did: 'begin' }
  | { did: 'letters' | 'finish'; bytes: Uint8Array[] }
  | { did: 'refuse'; reason: string }
  | { did: 'fail'; message: string }
