import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface TestServer {
  url: string
  port: number
  pid: number
  /** What the process has printed so far. */
  output(): string
  /** Asks it to end (SIGTERM) and waits until it has; answers its exit code. */
  stop(): Promise<number | null>
  /** Ends it with no chance to do anything more (SIGKILL). */
  kill(): Promise<void>
}

export interface ServerOptions {
  /** Where the owner of a database connects (`ownerUrl` of `testDatabase`); without it the embedded database is used. */
  databaseUrl?: string
  env?: Record<string, string>
  /** Runs what `npm run build` made instead of the sources. */
  built?: boolean
  timeoutMs?: number
}

/** Environment of a server whose parcel provider cannot be reached. */
export const unreachableParcels = {
  PARCEL_PROVIDER: 'regrid',
  REGRID_TOKEN: 'sample-token',
  REGRID_URL: 'http://127.0.0.1:9',
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The real server as a process of its own, answering on /api/health. It ends with the process that started it. */
export async function startServer({
  databaseUrl,
  env,
  built,
  timeoutMs: patienceMs = 60_000,
}: ServerOptions): Promise<TestServer> {
  const entry = built ? ['dist/server/api/main.js'] : ['--import', '@oxc-node/core/register', 'api/main.ts']
  const child = spawn(process.execPath, ['--import', './scripts/endWithParent.mjs', ...entry], {
    cwd: root,
    env: { ...inheritedEnv(), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), PORT: '0', ...env },
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const exited = once(child, 'exit') as Promise<[number | null]>
  // It takes a free port itself and says which: one that was picked for it could be somebody else's by then.
  const port = () => Number(/listens on http:\/\/\S+:(\d+)/.exec(output)?.[1] ?? 0)

  for (const deadline = Date.now() + patienceMs; ; await sleep(20)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended at once:\n${output}`)
    if (port() > 0 && (await fetch(`http://127.0.0.1:${port()}/api/health`).catch(() => null))?.ok) break
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The server did not answer within ${patienceMs / 1000} s:\n${output}`)
    }
  }
  return {
    url: `http://127.0.0.1:${port()}`,
    port: port(),
    pid: child.pid!,
    output: () => output,
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

/** The machine's own settings for Porchlight must not leak into a test. */
function inheritedEnv(): NodeJS.ProcessEnv {
  const {
    DATABASE_URL: _database,
    DATA_DIR: _data,
    PORT: _port,
    HOST: _host,
    MAPBOX_TOKEN: _token,
    ...rest
  } = process.env
  return { ...rest, NODE_ENV: 'test', NO_COLOR: '1' }
}
