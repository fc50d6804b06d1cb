import { constants, setPriority } from 'node:os'
import { DocumentRefused } from './documentRefused.ts'
import { inspectDocument } from './inspection/inspectDocument.ts'
import { createLetterWriter } from './letters/createLetterWriter.ts'
import type { LetterWriter } from './letters/letterWriter.ts'
import type { WorkerAnswer, WorkerRequest } from './workerProtocol.ts'

/**
 * The worker's side of `workerProtocol.ts`. Node runs this file and its imports without a loader, so they must not use
 * decorators, enums or parameter properties.
 */
let letterWriter: LetterWriter | null = null

// Page requests take precedence over printing.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

async function handleRequest(request: WorkerRequest): Promise<WorkerAnswer> {
  switch (request.type) {
    case 'inspect':
      return { type: 'inspection', inspection: inspectDocument(Buffer.from(request.file)) }
    case 'begin':
      letterWriter = await createLetterWriter({ ...request.job, template: Buffer.from(request.job.template) })
      return { type: 'bytes', bytes: [] }
    case 'letters':
      return { type: 'bytes', bytes: concatenate(await letterWriter!.add(request.letters)) }
    case 'finish': {
      const bytes = concatenate(await letterWriter!.finish())
      letterWriter = null
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

process.on('message', (request: WorkerRequest) => {
  void handleRequest(request)
    .catch((error: unknown): WorkerAnswer => {
      if (error instanceof DocumentRefused) return { type: 'refused', reason: error.message }
      return { type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    })
    .then((answer) => process.send!(answer))
})
