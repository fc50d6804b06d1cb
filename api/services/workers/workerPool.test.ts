import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { createWorkerPool } from './workerPool.ts'

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
  const worker = impatient.acquire()
  await expect(worker.send({ attempt: 'wait', text: '' })).rejects.toThrow('Too expensive.')
  impatient.release(worker, true)
  await worker.exited
  expect(impatient.acquire()).not.toBe(worker)
  await impatient.close()
})
