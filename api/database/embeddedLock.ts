import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Names a running process so that a later one with the same number is not mistaken for it; null when it
 * has ended. A zombie has ended: nobody reaps it in many containers, and it holds nothing any more.
 */
export function processIdentity(pid: number): string | null {
  if (process.platform !== 'linux') {
    try {
      process.kill(pid, 0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null
    }
    return `${pid}`
  }
  try {
    // The name in parentheses may hold spaces, so fields are counted after its last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${pid}:${fields[19]}`
  } catch {
    return null
  }
}

/** Whether the process written into a file by `processIdentity` still runs. */
export function isStillRunning(identity: string): boolean {
  const pid = Number.parseInt(identity, 10)
  return pid > 0 && processIdentity(pid) === identity.trim()
}

/** The command line of a running process, empty when it cannot be read. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** The text of a small file, null when there is none. */
export function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Runs `work` while no other process of this machine holds the same lock file; waits for its turn. A lock
 * whose holder has ended, by kill −9 too, is taken over.
 */
export async function withLock<T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const mine = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  const deadline = Date.now() + timeoutMs
  writeFileSync(mine, processIdentity(process.pid) ?? `${process.pid}`, { mode: 0o600 })
  try {
    while (!tryLink(mine, file)) {
      const holder = readIfExists(file)
      if (holder !== null && !isStillRunning(holder)) discardStaleLock(file, holder)
      else if (Date.now() > deadline) {
        throw new Error(`Process ${Number.parseInt(holder ?? '', 10)} has been starting this database for too long.`)
      } else await sleep(20)
    }
    try {
      return await work()
    } finally {
      rmSync(file, { force: true })
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

/** A hard link appears with its content complete or not at all, unlike a file that is created and then written. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function discardStaleLock(file: string, expected: string): void {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
    // Between reading and renaming another starter may have discarded the old lock and made its own.
    if (readIfExists(aside) !== expected) tryLink(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  rmSync(aside, { force: true })
}
