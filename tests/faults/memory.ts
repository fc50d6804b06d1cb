import { readFileSync } from 'node:fs'

/** The resident memory of a process in MB; 0 if it has ended. */
export function residentMegabytes(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1_024)
  } catch {
    return 0
  }
}

/** The average of a part of the values, given as shares of their number. */
export function averageOf(values: number[], from: number, to: number): number {
  const part = values.slice(Math.floor(values.length * from), Math.max(Math.ceil(values.length * to), 1))
  return Math.round(part.reduce((sum, value) => sum + value, 0) / part.length)
}

/** How many times its size after the first fifth of a run a process may have at its end. */
export const maxGrowth = 1.25
