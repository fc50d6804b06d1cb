import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { Refused } from '../../domain/errors.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { deleteExpiredFiles } from './jobMaintenance.ts'
import { JobLost } from './jobLease.ts'
import { createJob, readJob, retryJob, watchJob } from './jobs.ts'
import { openJobFile } from './openJobFile.ts'
import { runJob, type JobHandler } from './runJob.ts'

const { ctx: request, testDatabase, tenantId, repId } = await createRepContext({ propertiesPerRep: 0 })
let ctx: Context
let db: pg.Client

beforeAll(async () => {
  const live = { ...request.live, announceTopic: () => undefined }
  const actor = { ...request.actor!, role: 'admin' }
  ctx = { ...request, actor, live, config: { demo: false } } as unknown as Context
  db = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await db.connect()
  await db.query(`update users set role = 'admin' where id = $1`, [repId])
})
afterAll(() => db.end())

const run = (jobId: string, handler: JobHandler) => runJob(ctx, { export: handler }, { tenantId, jobId })
const rep = () => ({ ...ctx, actor: { ...ctx.actor!, role: 'sales_rep' as const } })
/** The process that runs the job has not been heard of for too long. */
const expireLease = (id: string) =>
  db.query(`update jobs set lease_until = now() - interval '1 second' where id = $1`, [id])

describe('a job', () => {
  it('runs as the user who created it, and keeps its result and file', async () => {
    const { id } = await createJob(ctx, 'export', { list: 'leads' })
    await run(id, async ({ job, ctx: own, progress, writeFile }) => {
      expect([job.input, job.status, own.actor?.userId]).toEqual([{ list: 'leads' }, 'running', repId])
      await progress(1, 2)
      await writeFile(
        { name: 'leads.csv', type: 'text/csv' },
        Readable.from([Buffer.from('a,b\n'), Buffer.from('1,2')]),
      )
      await progress(2)
      return { rows: 2 }
    })
    const done = await readJob(ctx, id)
    expect(done).toMatchObject({ status: 'done', done: 2, total: 2, result: { rows: 2 }, fileSize: 7, error: null })
    const file = await openJobFile(ctx, id)
    expect([file.name, await text(Readable.from(file.content))]).toEqual(['leads.csv', 'a,b\n1,2'])
  })

  it('is only for the user who created it', async () => {
    const { id } = await createJob(ctx, 'export', {})
    const colleague = { ...ctx, actor: { ...ctx.actor!, userId: '00000000-0000-4000-8000-00000000000a' } }
    await expect(readJob(colleague, id)).rejects.toThrow('Job not found')
    await run(id, async () => null)
  })

  it('and its file are no longer for a creator who may no longer do what it did', async () => {
    const { id } = await createJob(ctx, 'export', {})
    await run(id, async ({ writeFile }) =>
      writeFile({ name: 'a.csv', type: 'text/csv' }, Readable.from([Buffer.from('a')])),
    )
    expect((await openJobFile(ctx, id)).name).toBe('a.csv')
    for (const read of [readJob, openJobFile, watchJob])
      await expect(read(rep(), id)).rejects.toThrow("You don't have permission to do this.")
    const moved = { ...ctx, actor: { ...ctx.actor!, tenantId: '00000000-0000-4000-8000-00000000000b' } }
    for (const read of [readJob, openJobFile, watchJob]) await expect(read(moved, id)).rejects.toThrow('Job not found')
  })

  it('of an import of users or parcels is only for those who may import them', async () => {
    const users = await createJob(ctx, 'import', { list: 'users', onDuplicate: 'skip' })
    const parcels = await createJob(ctx, 'import_undo', { list: 'parcels' })
    const properties = await createJob(ctx, 'import', { list: 'properties', onDuplicate: 'update' })
    await expect(readJob(ctx, users.id)).rejects.toThrow("You don't have permission to do this.")
    await expect(readJob(ctx, parcels.id)).rejects.toThrow("You don't have permission to do this.")
    expect((await readJob(ctx, properties.id)).id).toBe(properties.id)
    const owner = { ...ctx, actor: { ...ctx.actor!, role: 'owner' as const } }
    expect((await readJob(owner, users.id)).id).toBe(users.id)
    await db.query('delete from jobs where id = any($1)', [[users.id, parcels.id, properties.id]])
  })

  it('runs once, however often it is started', async () => {
    const { id } = await createJob(ctx, 'export', {})
    let runs = 0
    await Promise.all(Array.from({ length: 5 }, () => run(id, async () => void (runs += 1))))
    await run(id, async () => void (runs += 1))
    expect(runs).toBe(1)
  })

  it('whose process has ended is run again by another, and only that one ends it', async () => {
    const { id } = await createJob(ctx, 'export', {})
    const first = run(id, async ({ progress }) => {
      await expireLease(id)
      await run(id, async () => 'second')
      await progress(1)
      return 'first'
    })
    await first
    expect(await readJob(ctx, id)).toMatchObject({ status: 'done', result: 'second', attempts: 2 })
  })

  it('whose process has ended twice fails at once with the reason, and not before', async () => {
    const { id } = await createJob(ctx, 'export', {})
    /** A process that has ended neither ends its job nor gives it up. */
    const lose = async () => {
      throw new JobLost()
    }
    for (const attempts of [1, 2]) {
      await run(id, lose)
      expect(await readJob(ctx, id)).toMatchObject({ status: 'running', attempts })
      await expireLease(id)
    }
    await run(id, async () => 'never')
    expect(await readJob(ctx, id)).toMatchObject({
      status: 'failed',
      attempts: 3,
      error: expect.stringContaining('The server ended twice while it ran this job') as string,
    })
    await retryJob(ctx, id)
    await run(id, async () => 'again')
    expect(await readJob(ctx, id)).toMatchObject({ status: 'done', result: 'again' })
  })

  it('does not save what it changed after another process has taken it over', async () => {
    const { id } = await createJob(ctx, 'export', {})
    await run(id, async ({ ctx: own, complete }) => {
      await expireLease(id)
      await run(id, async () => 'second')
      await own.database.within({ tenantId }, async (em) => {
        await em.execute('delete from properties')
        await complete(em, 'first')
      })
    })
    expect((await readJob(ctx, id)).result).toBe('second')
  })

  it('fails with the message of what is refused, and can be run again by a manager', async () => {
    const { id } = await createJob(ctx, 'export', {})
    await run(id, async () => {
      throw new Refused('There is nothing to export.')
    })
    expect(await readJob(ctx, id)).toMatchObject({ status: 'failed', error: 'There is nothing to export.' })
    await expect(retryJob(rep(), id)).rejects.toThrow("You don't have permission to do this.")
    await retryJob(ctx, id)
    await run(id, async () => 'again')
    expect(await readJob(ctx, id)).toMatchObject({ status: 'done', result: 'again', error: null })
    await expect(retryJob(ctx, id)).rejects.toThrow('Only a failed job can be run again.')
  })

  it('is tried three times when something unexpected happens, without telling the user what', async () => {
    const { id } = await createJob(ctx, 'export', {})
    const fail = async () => {
      throw new Error('secret')
    }
    for (const status of ['queued', 'queued', 'failed']) {
      await expect(run(id, fail)).rejects.toThrow('secret')
      expect((await readJob(ctx, id)).status).toBe(status)
    }
    expect((await readJob(ctx, id)).error).toMatch(/^Something went wrong/)
  })

  it('fails when the account of its creator is blocked meanwhile', async () => {
    const { id } = await createJob(ctx, 'export', {})
    await db.query(`update users set status = 'blocked' where id = $1`, [repId])
    await run(id, async () => 'never')
    await db.query(`update users set status = 'active' where id = $1`, [repId])
    expect(await readJob(ctx, id)).toMatchObject({
      status: 'failed',
      error: 'The user who created this job may not sign in any more.',
    })
  })

  it('is refused while its creator has ten that have not ended', async () => {
    const jobs = []
    for (let n = 0; n < 10; n += 1) jobs.push(await createJob(ctx, 'export', {}))
    await expect(createJob(ctx, 'export', {})).rejects.toThrow('You have 10 jobs that have not ended.')
    for (const { id } of jobs) await run(id, async () => null)
  })

  it('loses its file after a day', async () => {
    const { id } = await createJob(ctx, 'export', {})
    await run(id, async ({ writeFile }) =>
      writeFile({ name: 'a.csv', type: 'text/csv' }, Readable.from([Buffer.from('a')])),
    )
    await db.query('delete from job_files where job_id = $1', [id])
    await expect(openJobFile(ctx, id)).rejects.toThrow('This file is no longer kept.')
    const later = { ...ctx, now: () => new Date(Date.now() + 25 * 3_600_000) }
    await expect(openJobFile(later, id)).rejects.toThrow('This file is no longer kept.')
    expect(await deleteExpiredFiles(later)).toBeGreaterThan(0)
    expect((await db.query('select from job_files where job_id = $1', [id])).rows).toHaveLength(0)
  })
})

describe('a process that stops', () => {
  it('gives its job up at once, without waiting for it, and another runs it', async () => {
    const { id } = await createJob(ctx, 'export', {})
    const stopping = new AbortController()
    const started = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const handlers = {
      export: (async ({ writeFile }) => {
        started.resolve()
        await released.promise
        await writeFile({ name: 'a.csv', type: 'text/csv' }, Readable.from([Buffer.from('late')]))
      }) satisfies JobHandler,
    }
    const run = runJob(ctx, handlers, { tenantId, jobId: id }, stopping.signal)
    await started.promise
    stopping.abort()
    await run
    expect(await readJob(ctx, id)).toMatchObject({ status: 'queued', attempts: 0 })
    await runJob(ctx, { export: async () => 'second' }, { tenantId, jobId: id })
    released.resolve()
    expect(await readJob(ctx, id)).toMatchObject({ status: 'done', result: 'second', attempts: 1, fileName: null })
  })
})
