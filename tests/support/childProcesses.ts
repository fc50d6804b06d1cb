import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The ids of the children of a process whose command contains `text`. */
export function childrenOf(parentId: number, text: string): number[] {
  return listProcesses().flatMap(({ id, parent, command }) =>
    parent === parentId && command.includes(text) ? [id] : [],
  )
}

function listProcesses(): { id: number; parent: number; command: string }[] {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => {
        const [, id, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
        return command === undefined ? [] : [{ id: Number(id), parent: Number(parent), command }]
      })
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return [{ id: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}
