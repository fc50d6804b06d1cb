import type { Services } from '../services/services.ts'
import type { Database } from '../database/connection.ts'
import type { Documents } from '../services/documents/documents.ts'
import type { Metrics } from './metrics.ts'

/**
 * Wraps the database to record transactions. Each transaction holds one connection, so they also show the use of the
 * pool.
 */
export function instrumentDatabase(database: Database, poolSize: number, metrics: Metrics): Database {
  metrics.poolSize.set(poolSize)
  const measure = async <T>(transaction: () => Promise<T>): Promise<T> => {
    metrics.transactionsRunning.inc()
    const end = metrics.transactionDurations.startTimer()
    try {
      return await transaction()
    } catch (error) {
      metrics.transactionsFailed.inc()
      throw error
    } finally {
      end()
      metrics.transactionsRunning.dec()
    }
  }
  return {
    within: (...transaction) => measure(() => database.within(...transaction)),
    query: (...question) => measure(() => database.query(...question)),
    call: (...question) => measure(() => database.call(...question)),
    setScope: (em, scope) => database.setScope(em, scope),
    holdOnOtherNodes: (...hold) => database.holdOnOtherNodes(...hold),
    missingNodes: () => database.missingNodes(),
    scopesOf: (...of) => database.scopesOf(...of),
    close: () => database.close(),
  }
}

/** Wraps the services to record document jobs. */
export function instrumentServices(services: Services, metrics: Metrics): Services {
  return { ...services, documents: instrumentDocuments(services.documents, metrics) }
}

function instrumentDocuments(documents: Documents, metrics: Metrics): Documents {
  const startJob = (job: 'inspect' | 'print' | 'labels') => {
    metrics.documentsRunning.inc({ job })
    const end = metrics.documentDurations.startTimer({ job })
    return (outcome: 'done' | 'failed' | 'left') => {
      end()
      metrics.documentsRunning.dec({ job })
      metrics.documents.inc({ job, outcome })
    }
  }
  async function* measurePrint(
    job: 'print' | 'labels',
    bytes: AsyncGenerator<Uint8Array, void>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array, void> {
    const end = startJob(job)
    // If the consumer stops reading, the generator ends here with this outcome.
    let outcome: 'done' | 'failed' | 'left' = 'left'
    try {
      yield* bytes
      outcome = 'done'
    } catch (error) {
      if (!signal?.aborted) outcome = 'failed'
      throw error
    } finally {
      end(outcome)
    }
  }
  return {
    async inspect(file) {
      const end = startJob('inspect')
      let outcome: 'done' | 'failed' = 'failed'
      try {
        const inspection = await documents.inspect(file)
        outcome = 'done'
        return inspection
      } finally {
        end(outcome)
      }
    },
    print: (job, letters, signal) => measurePrint('print', documents.print(job, letters, signal), signal),
    printLabels: (job, labels, signal) => measurePrint('labels', documents.printLabels(job, labels, signal), signal),
    close: () => documents.close(),
  }
}
