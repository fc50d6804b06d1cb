import os, { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { childrenOf } from '../../../tests/support/childProcesses.ts'
import { createWorkerPool, WorkerEnded } from './workerPool.ts'
import { createWorkers, type LimitedTask } from './workers.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pool = createWorkerPool<{ attempt: string; text: string }, { type: 'done'; value: unknown }>({
  program: '../../../tests/support/curiousWorker',
  importUrl: import.meta.url,
  heapMegabytes: 32,
  stepTimeoutMs: 5_000,
  tooExpensiveMessage: 'Too expensive.',
})
afterAll(() => pool.close())

async function attempt(name: string, text = ''): Promise<unknown> {
  const worker = pool.acquire()
  try {
    return (await worker.send({ attempt: name, text })).value
  } finally {
    pool.release(worker, true)
  }
}

it('a worker reads its libraries and nothing else, writes nothing, and starts and generates no programs', async () => {
  await expect(attempt('read', path.join(root, 'node_modules', 'saxes', 'package.json'))).resolves.toBeGreaterThan(0)
  for (const file of ['README.md', 'schema.graphql', '.git'])
    await expect(attempt('read', path.join(root, file))).rejects.toThrow('ERR_ACCESS_DENIED')
  await expect(attempt('read', '/etc/passwd')).rejects.toThrow('ERR_ACCESS_DENIED')
  for (const folder of [root, tmpdir(), path.join(root, 'node_modules')])
    await expect(attempt('write', path.join(folder, 'written'))).rejects.toThrow('ERR_ACCESS_DENIED')
  await expect(attempt('run', process.execPath)).rejects.toThrow('ERR_ACCESS_DENIED')
  await expect(attempt('evaluate', 'return 1')).rejects.toThrow('Code generation from strings disallowed')
})

it('a worker has nothing of the environment of the server', async () => {
  await expect(attempt('environment')).resolves.toMatch(/^TZ(,NODE_CHANNEL_\w+)*$/)
})

it('a step that takes too long ends its worker, and the next job has another', async () => {
  const impatient = createWorkerPool<{ attempt: string; text: string }, { type: 'done'; value: unknown }>({
    program: '../../../tests/support/curiousWorker',
    importUrl: import.meta.url,
    heapMegabytes: 32,
    stepTimeoutMs: 300,
    tooExpensiveMessage: 'Too expensive.',
  })
  for (const name of ['work', 'wait']) {
    const worker = impatient.acquire()
    await expect(worker.send({ attempt: name, text: '' })).rejects.toThrow('Too expensive.')
    impatient.release(worker, true)
    await worker.exited
    expect(impatient.acquire()).not.toBe(worker)
  }
  await impatient.close()
})

it('a step may take longer than its limit by the clock if it does not use the processor', async () => {
  const patient = createWorkerPool<{ attempt: string; text: string }, { type: 'done'; value: unknown }>({
    program: '../../../tests/support/curiousWorker',
    importUrl: import.meta.url,
    heapMegabytes: 32,
    stepTimeoutMs: 3_000,
    tooExpensiveMessage: 'Too expensive.',
  })
  const worker = patient.acquire()
  await worker.send({ attempt: 'environment', text: '' })
  await expect(worker.send({ attempt: 'rest', text: '3200' })).resolves.toEqual({ type: 'done', value: 'rested' })
  await patient.close()
})

it.runIf(process.platform === 'linux')('workers let the server have the processor first', async () => {
  await expect(attempt('priority')).resolves.toBe(os.constants.priority.PRIORITY_BELOW_NORMAL)
})

it('a worker that was killed while it was idle is replaced', async () => {
  const worker = pool.acquire()
  const others = childrenOf(process.pid, 'curiousWorker')
  await worker.send({ attempt: 'environment', text: '' })
  pool.release(worker, true)
  for (const id of others) process.kill(id, 'SIGKILL')
  await worker.exited
  await expect(attempt('environment')).resolves.toContain('TZ')
})

it('a worker that ends by itself is told from one that takes too much', async () => {
  const worker = pool.acquire()
  await expect(worker.send({ attempt: 'exit', text: '' })).rejects.toThrow(WorkerEnded)
  await expect(attempt('environment')).resolves.toContain('TZ')
})

it('a run ends its worker when its requests together take too long', async () => {
  const workers = createWorkers()
  const task: LimitedTask = {
    program: '../../../tests/support/curiousWorker',
    importUrl: import.meta.url,
    heapMegabytes: 32,
    stepTimeoutMs: 60_000,
    maxRunMs: 300,
    maxConcurrent: { long: 1, short: 1 },
    tooExpensiveMessage: 'Too expensive.',
    busyMessage: 'Busy.',
  }
  const endless = workers.run(task, 'long', async (send) => {
    for (;;) await send({ attempt: 'environment', text: '' })
  })
  await expect(endless).rejects.toThrow('Too expensive.')
  const short = workers.run(task, 'short', (send) => send({ attempt: 'wait', text: '' }))
  await expect(short).rejects.toThrow('Too expensive.')
  await workers.close()
})
