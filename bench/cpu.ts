import { readdirSync, readFileSync } from 'node:fs'
import { type LoadResult, median } from './load.ts'

/** Clock ticks per second in /proc on Linux. */
const ticksPerSecond = 100

/** CPU seconds of a process and its exited children; 0 if the process has exited or this is not Linux. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid)
  return fields === null ? 0 : fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** The CPU seconds of a process and of all of its children, such as PostgreSQL's server and its backends. */
export function cpuSecondsWithChildren(pid: number): number {
  let sum = cpuSeconds(pid)
  for (const name of listProcesses()) if (statOf(name)?.[1] === `${pid}`) sum += cpuSeconds(Number(name))
  return sum
}

function listProcesses(): string[] {
  return process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
}

/** The fields of /proc/PID/stat from the third on: the state, the parent, …; utime is the 14th of the file. */
function statOf(pid: number | string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** The shares of one core that the server, PostgreSQL and this process used, and the CPU milliseconds for each call. */
export interface Busy {
  server: number
  database: number
  client: number
  serverMsPerCall: number
  databaseMsPerCall: number
}

/**
 * Wraps a load so that each run also measures the CPU use of the server and of PostgreSQL. `busy` returns the median of
 * all runs except the first, which is a warm-up.
 */
export function measureBusy(
  { serverPid, databasePid }: { serverPid: number; databasePid: number },
  load: () => Promise<LoadResult>,
): { load: () => Promise<LoadResult>; busy(): Busy } {
  const runs: Busy[] = []
  const read = () => ({
    server: cpuSeconds(serverPid),
    database: cpuSecondsWithChildren(databasePid),
    client: cpuSeconds(process.pid),
    at: performance.now() / 1_000,
  })
  return {
    load: async () => {
      const before = read()
      const result = await load()
      const after = read()
      const elapsed = after.at - before.at
      const calls = result.perSecond * elapsed
      runs.push({
        server: (after.server - before.server) / elapsed,
        database: (after.database - before.database) / elapsed,
        client: (after.client - before.client) / elapsed,
        serverMsPerCall: ((after.server - before.server) * 1_000) / calls,
        databaseMsPerCall: ((after.database - before.database) * 1_000) / calls,
      })
      return result
    },
    busy: () => {
      const of = (name: keyof Busy) => median(runs.slice(1).map((run) => run[name]))
      return {
        server: of('server'),
        database: of('database'),
        client: of('client'),
        serverMsPerCall: of('serverMsPerCall'),
        databaseMsPerCall: of('databaseMsPerCall'),
      }
    },
  }
}
