import { reportErrorAt } from '../domain/faults.ts'
import { runTasks, type Tasks } from '../services/jobs/jobQueue.ts'
import type { SharedContext } from '../usecases/jobs/jobLease.ts'
import { runJob } from '../usecases/jobs/runJob.ts'
import { makeWebhookDeliverer } from '../usecases/webhooks/deliverWebhooks.ts'
import { jobHandlers } from './jobHandlers.ts'

/**
 * Runs the tasks of the queue, `concurrency` at a time; none with 0. The returned function stops this: jobs that have not ended
 * are given up at once, so that another process can run them.
 */
export function startJobWorker(url: string, shared: SharedContext, concurrency: number): () => Promise<void> {
  if (concurrency === 0) return () => Promise.resolve()
  const stopping = new AbortController()
  const deliverer = makeWebhookDeliverer(shared)
  const run = (task: Tasks['runJob']) =>
    runJob(shared, jobHandlers, task, stopping.signal).catch(reportErrorAt('running_job'))
  // A receiver that does not answer must not hold a place of the queue.
  const deliverWebhooks = async ({ tenantId }: Tasks['deliverWebhooks']) =>
    void deliverer.deliver(tenantId).catch(reportErrorAt('webhooks'))
  const stop = runTasks(url, { runJob: run, deliverWebhooks }, concurrency, reportErrorAt('job_queue'))
  return async () => {
    stopping.abort()
    await Promise.all([stop(), deliverer.stop()])
  }
}
