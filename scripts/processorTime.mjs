// Plain JavaScript for Node 20, because `npm test` uses it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/**
 * Measures the processor time of all processes that this one starts, and those start. `stop` ends the measurement and returns the
 * seconds; null where the system does not tell. They are the larger of two sums: of the processes that were waited for, which leaves
 * out those of a browser, and of the processes that `look` has seen running, which leaves out very short ones.
 */
export function measureProcessorTime() {
  if (!existsSync('/proc/self/stat')) return { look: () => undefined, stop: () => null }
  const waitedBefore = readProcess(process.pid).waitedTicks
  const before = new Map()
  noteDescendants(before)
  const seen = new Map(before)
  const look = () => noteDescendants(seen)
  const timer = setInterval(look, 500)
  timer.unref()
  const stop = () => {
    clearInterval(timer)
    look()
    const seenTicks = [...seen].reduce((sum, [key, ticks]) => sum + ticks - (before.get(key) ?? 0), 0)
    return Math.max(seenTicks, readProcess(process.pid).waitedTicks - waitedBefore) / TICKS_PER_SECOND
  }
  return { look, stop }
}

/** Notes the processor time of each descendant of this process, also of one whose parent has ended meanwhile. */
function noteDescendants(seen) {
  const children = new Map()
  const next = []
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = readProcess(id)
    if (!found) continue
    children.set(found.parent, [...(children.get(found.parent) ?? []), found])
    if (found.parent === process.pid || seen.has(found.key)) next.push(found)
  }
  const noted = new Set()
  while (next.length > 0) {
    const { id, key, ownTicks } = next.pop()
    if (noted.has(key)) continue
    noted.add(key)
    seen.set(key, ownTicks)
    next.push(...(children.get(id) ?? []))
  }
}

/** A process by proc_pid_stat(5); null if it has ended. */
function readProcess(id) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The name, in parentheses, may contain anything. Field 3 follows it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const field = (number) => fields[number - 3]
    return {
      id: Number(id),
      // Another process may get the id, but not with the same start.
      key: `${id} ${field(22)}`,
      parent: field(4),
      ownTicks: field(14) + field(15),
      waitedTicks: field(16) + field(17),
    }
  } catch {
    return null
  }
}
