import { execFileSync } from 'node:child_process'

/** The ids of the children of a process whose command contains `text`. */
export function childrenOf(parentId: number, text: string): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, id, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === parentId && command!.includes(text) ? [Number(id)] : []
  })
}
