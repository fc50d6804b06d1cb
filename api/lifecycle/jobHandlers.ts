import type { JobHandlers } from '../usecases/jobs/runJob.ts'

/** What runs the jobs of each kind. */
export const jobHandlers: JobHandlers = {}
