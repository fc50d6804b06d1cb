import { serveRequests } from '../workers/serveRequests.ts'
import { DocumentRefused } from './documentRefused.ts'
import { inspectDocument } from './inspection/inspectDocument.ts'
import { createLetterWriter } from './letters/createLetterWriter.ts'
import type { LabelWriter } from './labels/labelWriter.ts'
import type { LetterWriter } from './letters/letterWriter.ts'
import type { WorkerAnswer, WorkerRequest } from './workerProtocol.ts'

/** The worker's side of `workerProtocol.ts`. */
let letterWriter: LetterWriter | null = null
let labelWriter: LabelWriter | null = null

async function handleRequest(request: WorkerRequest): Promise<WorkerAnswer> {
  switch (request.type) {
    case 'inspect':
      return { type: 'inspection', inspection: inspectDocument(Buffer.from(request.file)) }
    case 'begin':
      labelWriter = null
      letterWriter = await createLetterWriter({ ...request.job, template: Buffer.from(request.job.template) })
      return { type: 'bytes', bytes: [] }
    case 'letters':
      return { type: 'bytes', bytes: concatenate(await letterWriter!.add(request.letters)) }
    case 'beginLabels': {
      // Loaded when it is needed, because the library and the font take memory.
      const { LabelWriter } = await import('./labels/labelWriter.ts')
      labelWriter = new LabelWriter(request.job)
      return { type: 'bytes', bytes: [] }
    }
    case 'labels':
      return { type: 'bytes', bytes: concatenate(labelWriter!.add(request.labels)) }
    case 'finish': {
      const bytes = concatenate(await (labelWriter ?? letterWriter)!.finish())
      letterWriter = labelWriter = null
      return { type: 'bytes', bytes }
    }
  }
}

/** Copies the pieces into one buffer, because one large buffer is sent faster than many small ones. */
function concatenate(pieces: Buffer[]): Uint8Array<ArrayBuffer>[] {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (total === 0) return []
  const bytes = new Uint8Array(total)
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.length
  }
  return [bytes]
}

serveRequests(handleRequest, DocumentRefused)
