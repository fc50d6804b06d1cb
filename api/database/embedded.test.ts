import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { processIdentity } from './fileLock.mjs'

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

async function queryValue(url: string, sql: string): Promise<unknown> {
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

/** Starts the database in another process that then kills itself without stopping it. */
function startAndKill(dataDir: string): void {
  const program = `import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(settings)} })
process.kill(process.pid, 'SIGKILL')`
  const file = path.join(dataDir, 'start.ts')
  writeFileSync(file, program)
  const ended = spawnSync(process.execPath, ['--import', '@oxc-node/core/register', file], { encoding: 'utf8' })
  expect(ended.signal, ended.stderr).toBe('SIGKILL')
}

const isRoot = process.getuid?.() === 0
const hasNamespaces = spawnSync('unshare', ['-U', 'true']).status === 0

/** Runs a program with the rights of a user who is not root. */
function runAsUser(...command: string[]) {
  const prefix = isRoot ? ['unshare', '-U', '--map-user=1000', '--map-group=1000'] : []
  const [program, ...args] = [...prefix, ...command]
  return spawnSync(program!, args, { encoding: 'utf8' })
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 15_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

afterEach(async () => {
  for (const database of started.splice(0)) await database.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('the embedded database', () => {
  it('keeps its data between starts, and ends when it is stopped', async () => {
    const folder = newFolder()
    const first = await start(folder)
    expect(first.ownsServer).toBe(true)
    await queryValue(first.url, 'create table kept as select 7 as n')
    await first.stop()
    expect(processIdentity(first.pid)).toBeNull()

    const second = await start(folder)
    expect(await queryValue(second.url, 'select n from kept')).toBe(7)
  })

  it('listens only on the loopback address and rejects a wrong password', async () => {
    const { url } = await start(newFolder())
    expect(await queryValue(url, 'show listen_addresses')).toBe('127.0.0.1')
    expect(await queryValue(url, 'show synchronous_commit')).toBe('on')
    await expect(queryValue(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
  })

  it('takes over a server whose owner was killed, and then stops it', async () => {
    const folder = newFolder()
    startAndKill(folder)
    const orphanedPid = Number.parseInt(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
    const database = await start(folder)
    expect(database.pid).toBe(orphanedPid)
    expect(database.ownsServer).toBe(true)
    await database.stop()
    expect(processIdentity(orphanedPid)).toBeNull()
  })

  it('shares a server whose owner is running, and does not stop it', async () => {
    const folder = newFolder()
    const first = await start(folder)
    const second = await start(folder)
    expect(second).toMatchObject({ pid: first.pid, port: first.port, ownsServer: false })
    await second.stop()
    expect(await queryValue(first.url, 'select 1')).toBe(1)
  })

  it('starts one server for two concurrent starts', async () => {
    const folder = newFolder()
    const both = await Promise.all([start(folder), start(folder)])
    expect(both[0].pid).toBe(both[1].pid)
    expect(both.filter((database) => database.ownsServer)).toHaveLength(1)
  })

  it('starts even if the pid file names another running process', async () => {
    const folder = newFolder()
    await (await start(folder)).stop()
    const otherProcess = spawn('sleep', ['60'])
    writeFileSync(
      path.join(folder, 'postgres/postmaster.pid'),
      `${otherProcess.pid}\n${folder}/postgres\n1700000000\n5432\n\n127.0.0.1\n 1 1\nready   \n`,
    )
    try {
      const database = await start(folder)
      expect(await queryValue(database.url, 'select 1')).toBe(1)
    } finally {
      otherProcess.kill()
    }
  })

  it('is restarted on the same port after the server was killed', async () => {
    const database = await start(newFolder())
    await queryValue(database.url, 'create table kept as select 7 as n')
    const killed = database.pid
    process.kill(killed, 'SIGKILL')
    expect(await retry(() => queryValue(database.url, 'select n from kept'))).toBe(7)
    await retry(async () => expect(database.pid).not.toBe(killed))
  })

  it('is restarted, and then owned, after the owner of a shared server has stopped it', async () => {
    const folder = newFolder()
    const first = await start(folder)
    const second = await start(folder)
    await first.stop()
    expect(await retry(() => queryValue(second.url, 'select 1'))).toBe(1)
    await retry(async () => expect(second.ownsServer).toBe(true))
    const { pid } = second
    await second.stop()
    expect(processIdentity(pid)).toBeNull()
  })

  it('reports the output of PostgreSQL when it cannot start', async () => {
    const folder = newFolder()
    await (await start(folder)).stop()
    writeFileSync(path.join(folder, 'postgres/postgresql.conf'), 'unknown_setting = 1\n')
    await expect(start(folder)).rejects.toThrow(/did not start: .*unknown_setting/)
  })

  it('says how to keep data that another major version of PostgreSQL made', async () => {
    const folder = newFolder()
    await (await start(folder)).stop()
    writeFileSync(path.join(folder, 'postgres/PG_VERSION'), '9\n')
    await expect(start(folder)).rejects.toThrow(
      /was made by PostgreSQL 9, and this release has PostgreSQL \d+\. With the release that made it, run `npm run backup/,
    )
  })

  it('says why a data folder cannot be used that this user may not write', ({ skip }) => {
    skip(isRoot && !hasNamespaces, 'This system lets nobody map users.')
    const folder = newFolder()
    const module = new URL('embeddedFolder.ts', import.meta.url).href
    writeFileSync(
      path.join(folder, 'start.ts'),
      `import { prepareDataFolder } from ${JSON.stringify(module)}\nprepareDataFolder(${JSON.stringify(folder)})`,
    )
    chmodSync(folder, 0o500)
    const { stderr } = runAsUser(process.execPath, '--import', '@oxc-node/core/register', path.join(folder, 'start.ts'))
    expect(stderr).toMatch(/cannot be read and written, because it belongs to the user \d+ \(mode 500\)/)
    expect(stderr).toContain('set DATA_DIR to another folder')
  })

  it('runs for a user without a name, or says why not', async ({ skip }) => {
    skip(!isRoot, 'Only root can become such a user.')
    skip(!hasNamespaces, 'This system lets nobody map users.')
    const { chooseRunAs, findBinaries, listRunAsCandidates } = await import('./embeddedBinaries.ts')
    const nameless = 61_234
    const [inNamespace, direct] = listRunAsCandidates(nameless)
    expect(inNamespace!.description).toBe('in a user namespace')
    expect(chooseRunAs(findBinaries(), [inNamespace!, direct!])).toBe(inNamespace)
    const database = await start(newFolder(), { runAsCandidates: [inNamespace!] })
    expect(await queryValue(database.url, 'select 1')).toBe(1)

    const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--']
    const prefix = ['setpriv', `--reuid=${nameless}`, `--regid=${nameless}`, '--clear-groups', ...capability]
    const withoutNamespace = { ...direct!, prefix, owner: { uid: nameless, gid: nameless } }
    await expect(start(newFolder(), { runAsCandidates: [withoutNamespace] })).rejects.toThrow(
      /PostgreSQL runs only as a user with a name/,
    )
  })

  it('reports the folder that cannot be created', async () => {
    const file = path.join(newFolder(), 'file')
    writeFileSync(file, '')
    await expect(start(path.join(file, 'data'))).rejects.toThrow(/^DATA_DIR .*file\/data cannot be created/)
  })

  it.runIf(process.getuid?.() === 0)(
    'switches to an unprivileged user where namespaces are disabled, with the same files',
    async () => {
      const folder = newFolder()
      const { listRunAsCandidates } = await import('./embeddedBinaries.ts')
      const [preferred, ...others] = listRunAsCandidates()
      const first = await start(folder)
      await queryValue(first.url, 'create table kept as select 7 as n')
      await first.stop()

      const runAsCandidates = [{ ...preferred!, prefix: ['false'] }, ...others]
      const second = await start(folder, { runAsCandidates })
      expect(await queryValue(second.url, 'select n from kept')).toBe(7)
      await second.stop()

      const third = await start(folder)
      expect(await queryValue(third.url, 'select n from kept')).toBe(7)
    },
  )
})
