import { constants, setPriority } from 'node:os'
import type { WorkerFailure } from '../workers/workerPool.ts'
import { encodePhoto, type PhotoRequest } from './encodePhoto.ts'

/** The worker's side. Node runs this file and its imports without a loader, as the worker of documents. */

// Page requests take precedence over photos.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

process.on('message', (request: PhotoRequest) => {
  void encodePhoto(request)
    .catch((error: Error): WorkerFailure => ({ type: 'failed', message: error.stack ?? error.message }))
    .then((answer) => process.send!(answer))
})
