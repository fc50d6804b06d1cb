// Plain JavaScript for Node 20, because `npm start` takes such a lock before anything is installed.
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Identifies a running process by its pid and start time, because pids are reused; null if it has ended. A zombie counts as
 * ended: it holds no resources, and many containers never reap it.
 */
export function processIdentity(pid) {
  if (process.platform !== 'linux') {
    try {
      process.kill(pid, 0)
    } catch (error) {
      if (error.code !== 'EPERM') return null
    }
    return `${pid}`
  }
  try {
    // The process name in parentheses can contain spaces, so fields are counted after the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${pid}:${fields[19]}`
  } catch {
    return null
  }
}

/** Whether the process with this `processIdentity` is still running. */
export function isStillRunning(identity) {
  const pid = Number.parseInt(identity, 10)
  return pid > 0 && processIdentity(pid) === identity.trim()
}

/** The content of a file; null if it does not exist. */
export function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Runs `work` while holding a lock file, which only one process of this machine can hold. Waits up to `timeoutMs` for the
 * lock, or without end, and calls `onWait` once with the pid of the holder if it has to. A lock whose holder has ended, even by
 * SIGKILL, is taken over.
 */
export async function withFileLock(file, work, { timeoutMs = Infinity, onWait = () => {} } = {}) {
  const mine = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  const deadline = Date.now() + timeoutMs
  let isWaiting = false
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(mine, processIdentity(process.pid) ?? `${process.pid}`, { mode: 0o600 })
  try {
    while (!tryLink(mine, file)) {
      const holder = readIfExists(file)
      const pid = Number.parseInt(holder ?? '', 10)
      if (holder !== null && !isStillRunning(holder)) discardStaleLock(file, holder)
      else if (Date.now() > deadline) throw new Error(`Process ${pid} holds the lock ${file} for too long.`)
      else {
        if (!isWaiting && holder !== null) onWait(pid)
        isWaiting ||= holder !== null
        await sleep(20)
      }
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

/** Creates the lock file as a hard link, because a link appears with its complete content, unlike a new file. */
function tryLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function discardStaleLock(file, expected) {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
    // Another process may have replaced the stale lock with its own before the rename.
    if (readIfExists(aside) !== expected) tryLink(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  rmSync(aside, { force: true })
  // What the process that has ended made to take the lock.
  const left = `${path.basename(file)}.${Number.parseInt(expected, 10)}.`
  for (const name of readdirSync(path.dirname(file)))
    if (name.startsWith(left)) rmSync(path.join(path.dirname(file), name), { force: true })
}
