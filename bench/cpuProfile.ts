import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
}

/** The file that `node --cpu-prof` writes when the process ends. Times are microseconds. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

/** Self times in a part of a profile, as shares of the time in which the process was not idle. */
export interface ProfileSummary {
  idle: number
  packages: [name: string, share: number][]
  functions: [name: string, share: number][]
}

/** The profile of the main thread in the folder. Workers write files of their own with other thread ids. */
export function readProfile(folder: string): CpuProfile {
  const file = readdirSync(folder).find((name) => /^CPU\.\d+\.\d+\.\d+\.0\.\d+\.cpuprofile$/.test(name))
  if (file === undefined) throw new Error(`The server wrote no profile to ${folder}`)
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as CpuProfile
}

/** Adds up the samples between two times of `process.hrtime`, in microseconds: the profiler reads the same clock. */
export function summarizeProfile(profile: CpuProfile, from: number, to: number): ProfileSummary {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const packages = new Map<string, number>()
  const functions = new Map<string, number>()
  let [at, idle, busy] = [profile.startTime, 0, 0]
  for (const [n, id] of profile.samples.entries()) {
    const duration = profile.timeDeltas[n] ?? 0
    at += duration
    if (at < from || at > to) continue
    const { functionName, url, lineNumber } = frames.get(id)!
    if (functionName === '(idle)') {
      idle += duration
      continue
    }
    busy += duration
    const where = packageOf(functionName, url)
    add(packages, where, duration)
    const file = where.endsWith('.js') || url === '' ? where : `${where} ${path.basename(url)}`
    add(functions, `${functionName || '(anonymous)'} ${file}${url === '' ? '' : `:${lineNumber + 1}`}`, duration)
  }
  const shares = (durations: Map<string, number>) =>
    [...durations].sort((a, b) => b[1] - a[1]).map(([name, duration]): [string, number] => [name, duration / busy])
  return { idle: idle / (idle + busy), packages: shares(packages), functions: shares(functions) }
}

function add(durations: Map<string, number>, key: string, duration: number): void {
  durations.set(key, (durations.get(key) ?? 0) + duration)
}

/** The npm package, the file of the project, or the part of Node that a function belongs to. */
function packageOf(functionName: string, url: string): string {
  if (url === '') return functionName === '(garbage collector)' ? functionName : '(native)'
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)
  if (inPackage) return inPackage[1]!
  return url.replace(/^file:.*\/dist\/server\//, '')
}
