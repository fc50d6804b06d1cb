import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../api/database/embedded.ts'
import { freePort } from '../api/database/embeddedServer.ts'
import { migrate } from '../api/database/migrate.ts'
import { appUrl } from '../api/database/roles.ts'

/** Everything a benchmark starts, in a temporary folder; `strike` ends all of it, last started first. */
export interface Stage {
  folder: string
  /** The superuser of a migrated database on a PostgreSQL that writes to disk as the real one does. */
  ownerUrl: string
  appUrl: string
  /** Another migrated database on the same server. */
  newDatabase(name: string): Promise<string>
  /** Notes something to be ended with the stage. */
  after(end: () => Promise<unknown>): void
  strike(): Promise<void>
}

export async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-bench-'))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const server = await startEmbedded({ dataDir: folder })
  ends.push(() => server.stop())
  await migrate(server.url)
  return {
    folder,
    ownerUrl: server.url,
    appUrl: appUrl(server.url),
    newDatabase: async (name) => {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query(`create database ${pg.escapeIdentifier(name)}`)
      await client.end()
      const url = new URL(server.url)
      url.pathname = `/${name}`
      await migrate(url.toString())
      return url.toString()
    },
    after: (end) => void ends.push(end),
    strike: async () => {
      for (const end of ends.splice(0).reverse()) await end()
    },
  }
}

/** A program of this folder as a process of its own, listening on a free port that it is given as its last argument. */
export async function startProgram(stage: Stage, file: string, args: string[] = []): Promise<string> {
  const port = await freePort()
  const program = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, ['--import', '@oxc-node/core/register', program, ...args, `${port}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  stage.after(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
  })
  const url = `http://127.0.0.1:${port}`
  for (const giveUp = Date.now() + 20_000; Date.now() < giveUp; await sleep(20)) {
    if (child.exitCode !== null) throw new Error(`${file} ended with exit code ${child.exitCode}`)
    const there = await fetch(url).catch(() => null)
    if (there) return url
  }
  throw new Error(`${file} did not answer within 20 s`)
}
