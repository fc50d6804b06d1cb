import type { JobQueue } from '../../../api/services/jobs/jobQueue.ts'

/** A queue that starts nothing: the test runs the jobs. */
export const idleJobQueue: JobQueue = {
  add: () => Promise.resolve(),
  close: () => Promise.resolve(),
}
