import { listFormats } from '../rest/listFormats.ts'
import { createExportHandler } from '../usecases/exports/runExport.ts'
import { runImport } from '../usecases/imports/runImport.ts'
import { runUndo } from '../usecases/imports/runUndo.ts'
import type { JobHandlers } from '../usecases/jobs/runJob.ts'

/** What runs the jobs of each kind. */
export const jobHandlers: JobHandlers = {
  export: createExportHandler(listFormats),
  import: runImport,
  import_undo: runUndo,
}
