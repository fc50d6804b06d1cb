import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverFlags } from '../../scripts/serverFlags.mjs'

export interface TestServer {
  url: string
  port: number
  pid: number
  /** The output so far, without the beginning if it is longer than 16 MB. */
  output(): string
  /** Closes the pipe from which its output is read. */
  closeOutput(): void
  /** Sends SIGTERM, waits for the exit and returns the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

export interface ServerOptions {
  /** The owner's URL (`ownerUrl` of `createTestDatabase`); the embedded database when absent. */
  databaseUrl?: string
  env?: Record<string, string>
  /** The project folder with the built server, for another release than this one. */
  folder?: string
}

const startTimeoutMs = 120_000
const maxOutputBytes = 16_000_000

/** Environment of a server whose parcel provider cannot be reached. */
export const unreachableParcels = {
  PARCEL_PROVIDER: 'regrid',
  REGRID_TOKEN: 'sample-token',
  REGRID_URL: 'http://127.0.0.1:9',
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts the built server (`npm run build`) as a separate process and waits until /api/health responds. It exits when
 * this process does.
 */
export async function startServer({ databaseUrl, env, folder = root }: ServerOptions): Promise<TestServer> {
  const serverEnv = { ...inheritedEnv(), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), PORT: '0', ...env }
  // The release before does not start with these options.
  const flags = folder === root ? serverFlags(serverEnv, folder) : []
  const args = [...flags, '--import', './scripts/endWithParent.mjs', 'dist/server/api/main.js']
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: serverEnv,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = collectOutput([child.stdout!, child.stderr!])
  const exited = once(child, 'exit') as Promise<[number | null]>
  // The server binds to a free port and prints it: a port chosen here could be taken by then.
  const port = () => Number(/listens on http:\/\/\S+:(\d+)/.exec(output())?.[1] ?? 0)

  for (const deadline = Date.now() + startTimeoutMs; ; await sleep(20)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server exited during startup:\n${output()}`)
    if (port() > 0 && (await fetch(`http://127.0.0.1:${port()}/api/health`).catch(() => null))?.ok) break
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The server did not respond within ${startTimeoutMs / 1000} s:\n${output()}`)
    }
  }
  return {
    url: `http://127.0.0.1:${port()}`,
    port: port(),
    pid: child.pid!,
    output,
    closeOutput: () => child.stdout!.destroy(),
    stop: async () => {
      child.kill('SIGTERM')
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 20_000)
      const [code] = await exited
      clearTimeout(killTimer)
      return code
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Reads the streams without decoding, so that a benchmark's load is not slowed down by the server's log. */
function collectOutput(streams: Readable[]): () => string {
  const chunks: Buffer[] = []
  let size = 0
  for (const stream of streams)
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      for (size += chunk.length; size > maxOutputBytes;) size -= chunks.shift()!.length
    })
  return () => Buffer.concat(chunks).toString('utf8')
}

/** Removes the machine's own Porchlight settings. */
function inheritedEnv(): NodeJS.ProcessEnv {
  const {
    DATABASE_URL: _database,
    DATA_DIR: _data,
    PORT: _port,
    HOST: _host,
    MAPBOX_TOKEN: _token,
    ...rest
  } = process.env
  // What one server has compiled is not compiled again by the next.
  return { ...rest, NODE_ENV: 'test', NO_COLOR: '1', NODE_COMPILE_CACHE: path.join(tmpdir(), 'porchlight-test-cache') }
}
