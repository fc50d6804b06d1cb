import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { processIdentity } from './embeddedLock.ts'

const settings = { fsync: 'off', shared_buffers: '16MB' }
const folders: string[] = []
const started: EmbeddedDatabase[] = []

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-embedded-'))
  folders.push(folder)
  return folder
}

async function start(dataDir: string, more: Partial<Parameters<typeof startEmbedded>[0]> = {}) {
  const database = await startEmbedded({ dataDir, settings, ...more })
  started.push(database)
  return database
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

/** Another process that starts the database and is then killed without a chance to stop it. */
function startAndDie(dataDir: string): void {
  const program = `import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(settings)} })
process.kill(process.pid, 'SIGKILL')`
  const file = path.join(dataDir, 'start.ts')
  writeFileSync(file, program)
  const ended = spawnSync(process.execPath, ['--import', '@oxc-node/core/register', file], { encoding: 'utf8' })
  expect(ended.signal, ended.stderr).toBe('SIGKILL')
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (const giveUp = Date.now() + 15_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > giveUp) throw error
    }
  }
}

afterEach(async () => {
  for (const database of started.splice(0)) await database.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('the embedded database', () => {
  it('keeps what was written from one start to the next, and is gone after a stop', async () => {
    const folder = newFolder()
    const first = await start(folder)
    expect(first.startedHere).toBe(true)
    await ask(first.url, 'create table kept as select 7 as n')
    await first.stop()
    expect(processIdentity(first.pid)).toBeNull()

    const second = await start(folder)
    expect(await ask(second.url, 'select n from kept')).toBe(7)
  })

  it('listens on the loopback address only and refuses a wrong password', async () => {
    const { url } = await start(newFolder())
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1')
    expect(await ask(url, 'show synchronous_commit')).toBe('on')
    await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed')
  })

  it('takes over a server whose starter was killed, and then stops it', async () => {
    const folder = newFolder()
    startAndDie(folder)
    const orphan = Number.parseInt(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
    const database = await start(folder)
    expect(database.pid).toBe(orphan)
    expect(database.startedHere).toBe(true)
    await database.stop()
    expect(processIdentity(orphan)).toBeNull()
  })

  it('shares a server whose starter lives, and leaves it running', async () => {
    const folder = newFolder()
    const first = await start(folder)
    const second = await start(folder)
    expect(second).toMatchObject({ pid: first.pid, port: first.port, startedHere: false })
    await second.stop()
    expect(await ask(first.url, 'select 1')).toBe(1)
  })

  it('makes one server of two starts at the same moment', async () => {
    const folder = newFolder()
    const both = await Promise.all([start(folder), start(folder)])
    expect(both[0].pid).toBe(both[1].pid)
    expect(both.filter((database) => database.startedHere)).toHaveLength(1)
  })

  it('is not stopped by a pid file that names some other living process', async () => {
    const folder = newFolder()
    await (await start(folder)).stop()
    const bystander = spawn('sleep', ['60'])
    writeFileSync(
      path.join(folder, 'postgres/postmaster.pid'),
      `${bystander.pid}\n${folder}/postgres\n1700000000\n5432\n\n127.0.0.1\n 1 1\nready   \n`,
    )
    try {
      const database = await start(folder)
      expect(await ask(database.url, 'select 1')).toBe(1)
    } finally {
      bystander.kill()
    }
  })

  it('comes back on the same port after the server was killed', async () => {
    const database = await start(newFolder())
    await ask(database.url, 'create table kept as select 7 as n')
    const killed = database.pid
    process.kill(killed, 'SIGKILL')
    expect(await eventually(() => ask(database.url, 'select n from kept'))).toBe(7)
    await eventually(async () => expect(database.pid).not.toBe(killed))
  })

  it('comes back, and is stopped here, after the process it was shared with has stopped it', async () => {
    const folder = newFolder()
    const first = await start(folder)
    const second = await start(folder)
    await first.stop()
    expect(await eventually(() => ask(second.url, 'select 1'))).toBe(1)
    await eventually(async () => expect(second.startedHere).toBe(true))
    const { pid } = second
    await second.stop()
    expect(processIdentity(pid)).toBeNull()
  })

  it('says what PostgreSQL said when it cannot start', async () => {
    const folder = newFolder()
    await (await start(folder)).stop()
    writeFileSync(path.join(folder, 'postgres/PG_VERSION'), '9\n')
    await expect(start(folder)).rejects.toThrow(/did not start: .*incompatible/)
  })

  it('says which folder cannot be made', async () => {
    const file = path.join(newFolder(), 'file')
    writeFileSync(file, '')
    await expect(start(path.join(file, 'data'))).rejects.toThrow(/^DATA_DIR .*file\/data cannot be made/)
  })

  it.runIf(process.getuid?.() === 0)(
    'drops to an unprivileged user where namespaces are refused, with the same files',
    async () => {
      const folder = newFolder()
      const { listRunAsCandidates: waysToRun } = await import('./embeddedBinaries.ts')
      const [refused, ...others] = waysToRun()
      const first = await start(folder)
      await ask(first.url, 'create table kept as select 7 as n')
      await first.stop()

      const ways = [{ ...refused!, prefix: ['false'] }, ...others]
      const second = await start(folder, { runAsCandidates: ways })
      expect(await ask(second.url, 'select n from kept')).toBe(7)
      await second.stop()

      const third = await start(folder)
      expect(await ask(third.url, 'select n from kept')).toBe(7)
    },
  )
})
