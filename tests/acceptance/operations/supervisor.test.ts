import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

function startSupervisor(databaseUrl: string) {
  const child = spawn(process.execPath, ['scripts/supervisor.mjs'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  return {
    child,
    output: () => output,
    urls: () => [...output.matchAll(/listens on (http:\/\/\S+:\d+)/g)].map(([, url]) => url!),
  }
}

/** The processes that this one started. */
function childrenOf({ pid }: ChildProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

describe.runIf(process.platform === 'linux')('the supervisor', () => {
  it('restarts a server that was killed, says why, and stops it with a signal', async () => {
    const { child, output, urls } = startSupervisor(database.ownerUrl)
    await expect.poll(() => urls().length).toBe(1)
    const [killed] = childrenOf(child)
    process.kill(killed!, 'SIGKILL')
    await expect.poll(() => urls().length).toBe(2)
    expect(output()).toContain('The server ended: it was killed (SIGKILL)')
    expect(output()).toContain('It is restarted in 1 s (1 of 10).')
    expect((await fetch(`${urls()[1]}/api/health`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('does not restart a server that cannot start', async () => {
    const { child, output } = startSupervisor('postgres://nobody@127.0.0.1:9/none')
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(output()).toContain('Porchlight could not start.')
    expect(output()).not.toContain('restarted')
  })
})
