import { describe, expect, it } from 'vitest'
import { childrenOf } from '../../../tests/support/childProcesses.ts'
import { withLongestTurn } from '../../../tests/support/longestTurn.ts'
import { createImportContext } from '../../../tests/support/importContext.ts'
import { makeWorstFiles } from '../../../tests/support/worstFiles.ts'
import { UserFacingError } from '../../domain/errors.ts'
import type { LimitedTask, Send, Workers } from '../../services/workers/workers.ts'
import { readJob } from '../jobs/jobs.ts'
import type { Job } from '../jobs/jobRows.ts'
import { runJob } from '../jobs/runJob.ts'
import type { ImportResult } from './importJob.ts'
import { runImport } from './runImport.ts'
import { startImport } from './startImport.ts'

const { ctx, workers, tenantId } = await createImportContext()

/** Checks the file and returns the job when it has ended. `used` are the workers of the job, not of the upload. */
async function check(content: string | Uint8Array, used: Workers = workers, dryRun = true): Promise<Job> {
  const file = { filename: 'sample.csv', content: Buffer.from(content) }
  const { id } = await startImport(ctx, file, { list: 'properties', dryRun, onError: 'skip' })
  const shared = { ...ctx, services: { ...ctx.services, workers: used } }
  await runJob(shared, { import: runImport }, { tenantId, jobId: id })
  return readJob(ctx, id)
}

const good = 'address,lat,lng\n1 Sample Reader St,39.1,-86.1\n'
const countsOf = (job: Job) => (job.result as ImportResult | null)?.counts

describe('the worst files', () => {
  it.each(Object.entries(makeWorstFiles()))('%s', { timeout: 600_000 }, async (_, { file, message }) => {
    const content = file()
    const { result, turnMs } = await withLongestTurn(() =>
      check(content).catch((error: unknown) => {
        if (error instanceof UserFacingError) return error
        throw error
      }),
    )
    const answer = result instanceof UserFacingError ? result.message : result.error
    if (message === null) {
      expect(answer).toBeNull()
      expect(result).toMatchObject({ status: 'done', attempts: 1 })
      expect((result as Job).result).toMatchObject({
        errors: { length: expect.toSatisfy((n: number) => n <= 1_000) as number },
      })
    } else expect(answer).toContain(message)
    // Requests are answered in between. Before files were read in processes of their own, these turns took up to five minutes.
    expect(turnMs).toBeLessThan(200)
  })
})

describe('a process that reads a file', () => {
  /** Workers that change the limits of a task, or do something before each request of a kind. */
  function changedWorkers(
    limits: Partial<LimitedTask>,
    before: (request: { type: string }) => void = () => undefined,
  ): Workers {
    let changed: LimitedTask | null = null
    return {
      ...workers,
      run<Request extends object, Answer extends { type: string }, Result>(
        task: LimitedTask,
        length: 'long' | 'short',
        work: (send: Send<Request, Answer>) => Promise<Result>,
      ) {
        return workers.run<Request, Answer, Result>((changed ??= { ...task, ...limits }), length, (send) =>
          work((sent) => {
            before(sent as { type: string })
            return send(sent)
          }),
        )
      },
    }
  }
  const readers = () => childrenOf(process.pid, 'imports/reading/worker')
  /** Signals the process of the job, but not those that were there before. */
  const killBefore = (type: string, signal: NodeJS.Signals) => {
    const others = readers()
    return changedWorkers({}, (sent) => {
      if (sent.type === type) for (const id of readers()) if (!others.includes(id)) process.kill(id, signal)
    })
  }
  const tooExpensive = 'Reading this file took too much time or memory'

  it.each([
    ['needs too much memory', () => changedWorkers({ heapMegabytes: 24 }), tooExpensive],
    ['needs too much time', () => changedWorkers({ maxRunMs: 20 }), tooExpensive],
    ['is killed', () => killBefore('next', 'SIGKILL'), tooExpensive],
    ['is killed while it gets the file', () => killBefore('part', 'SIGKILL'), tooExpensive],
    ['crashes', () => killBefore('next', 'SIGSEGV'), 'The process that read this file ended unexpectedly'],
  ])('fails its job at once if it %s, and no other', async (_, makeWorkers, message) => {
    const wide = `${good}${`${','.repeat(90_000)}\n`.repeat(100)}`
    const job = await check(wide, makeWorkers())
    expect(job).toMatchObject({ status: 'failed', attempts: 1, error: expect.stringContaining(message) as string })
    expect(await check(good)).toMatchObject({ status: 'done', attempts: 1 })
  })

  it('is not ended by signals to the whole group, which the server handles', async () => {
    const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']
    for (const signal of signals)
      expect(countsOf(await check(good, killBefore('next', signal)))).toMatchObject({ created: 1 })
  })
})

describe('the errors of an import', () => {
  it('are counted, and the first thousand kept', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => (n % 2 ? `${n} Sample Bad St,north,west` : '"No number"'))
    const job = await check(['address,lat,lng', ...rows].join('\n'))
    const { counts, errors } = job.result as ImportResult
    expect(counts).toEqual({ created: 0, updated: 0, skipped: 0, unsure: 0, failed: 3_000 })
    expect(errors).toHaveLength(1_000)
    expect(errors.map(({ row }) => row)).toEqual(errors.map(({ row }) => row).toSorted((one, other) => one - other))
    // Row 2 cannot be located, and row 3 has two cells that are not numbers.
    expect(errors.slice(0, 3).map(({ row, column }) => [row, column])).toEqual([
      [2, 'address'],
      [3, 'lat'],
      [3, 'lng'],
    ])
  })
})
