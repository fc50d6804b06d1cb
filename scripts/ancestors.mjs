// Plain JavaScript for Node 20, because `npm start` uses it.
import { readFileSync } from 'node:fs'

/**
 * Calls `stop` when npm or its shell is killed: a program that they run then receives no signal, only a new parent process. Does nothing
 * in a program that npm does not run. Does not keep the process alive.
 */
export function stopWithAncestors(stop) {
  if (process.env.npm_lifecycle_event === undefined) return
  const initial = ancestors()
  setInterval(() => ancestors() !== initial && stop(), 250).unref()
}

/** The ids of the parent and grandparent process: npm runs scripts in a shell in between. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return `${process.ppid}`
  }
}
