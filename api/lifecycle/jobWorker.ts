import { runTasks } from '../services/jobs/jobQueue.ts'
import type { SharedContext } from '../usecases/jobs/jobLease.ts'
import { runJob } from '../usecases/jobs/runJob.ts'
import { makeWebhookDeliverer } from '../usecases/webhooks/deliverWebhooks.ts'
import { jobHandlers } from './jobHandlers.ts'

/**
 * Runs the tasks of the queue, `concurrency` at a time; none with 0. The returned function stops this. A job that has not ended
 * by then is run again by another process, or by the next one.
 */
export async function startJobWorker(
  url: string,
  shared: SharedContext,
  concurrency: number,
  log: (error: unknown) => void,
): Promise<() => Promise<void>> {
  if (concurrency === 0) return () => Promise.resolve()
  const deliverer = makeWebhookDeliverer(shared)
  const stopTasks = await runTasks(
    url,
    {
      runJob: (task) => runJob(shared, jobHandlers, task),
      // A receiver that does not answer must not hold a place of the queue.
      deliverWebhooks: async ({ tenantId }) => void deliverer.deliver(tenantId).catch(log),
    },
    concurrency,
    log,
  )
  return async () => {
    await Promise.all([stopTasks(), deliverer.stop()])
  }
}
