import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { inspectDocument } from './inspection/inspectDocument.ts'
import { createLetterWriter, type LetterWriter } from './letters/createLetterWriter.ts'
import type { WorkerAnswer, WorkerRequest } from './workerProtocol.ts'
import { DocumentRefused } from './documentRefused.ts'

/**
 * The worker's side of `protocol.ts`. It and what it imports is plain enough for Node to run without a loader:
 * nothing here may use decorators, enums or properties declared in a constructor's parameters.
 */
const port = parentPort!
let letterWriter: LetterWriter | null = null

// Who waits for a page comes before who waits for letters. On Linux 0 is this thread; elsewhere it is the whole server.
if (process.platform === 'linux') setPriority(0, 10)

async function handleRequest(request: WorkerRequest): Promise<WorkerAnswer> {
  switch (request.do) {
    case 'inspect':
      return { did: 'inspect', inspection: inspectDocument(Buffer.from(request.file)) }
    case 'begin':
      letterWriter = await createLetterWriter({ ...request.job, template: Buffer.from(request.job.template) })
      return { did: 'begin' }
    case 'letters':
      return { did: 'letters', bytes: concatenate(await letterWriter!.add(request.letters)) }
    case 'finish': {
      const bytes = concatenate(await letterWriter!.finish())
      letterWriter = null
      return { did: 'finish', bytes }
    }
  }
}

/** Few large pieces of memory of their own travel faster than many small ones out of a pool. */
function concatenate(pieces: Buffer[]): Uint8Array<ArrayBuffer>[] {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (total === 0) return []
  const bytes = new Uint8Array(total)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return [bytes]
}

port.on('message', (request: WorkerRequest) => {
  void handleRequest(request)
    .catch((error: unknown): WorkerAnswer => {
      if (error instanceof DocumentRefused) return { did: 'refuse', reason: error.message }
      return { did: 'fail', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    })
    .then((answer) => {
      const bytes = 'bytes' in answer ? (answer.bytes as Uint8Array<ArrayBuffer>[]) : []
      port.postMessage(
        answer,
        bytes.map((piece) => piece.buffer),
      )
    })
})
