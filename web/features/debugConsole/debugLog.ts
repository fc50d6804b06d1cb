import { useSyncExternalStore } from 'react'
import { redact } from './redact.ts'

/** Spec §9: the debug console keeps 50 lines. */
export const KEPT = 50
/** A line is for reading; an object of a thousand rows is not. */
const LONGEST = 600

export type Level = 'log' | 'info' | 'warn' | 'error' | 'debug'

export interface DebugLine {
  id: number
  at: Date
  level: Level
  text: string
}

export interface DebugLog {
  /** The last of those that mention what is looked for, oldest first. */
  lines: readonly DebugLine[]
  /** The address of the last parcel look-up that a line named. */
  parcelUrl: string | null
}

/** What a line has to mention to be shown (spec §2). */
const WANTED =
  /parcel[\s_-]?look[\s_-]?up|look(?:ed|ing)? up (?:a |the )?parcel|regrid|lead[\s_-]?creat|creat\w*[\s_-]?(?:a |the )?lead|owner/i
const PARCEL_URL = /(?:https?:\/\/[^\s"']+)?\/(?:api\/)?regrid\/[^\s"')]*/gi

const nothing: DebugLog = { lines: [], parcelUrl: null }
let log = nothing
let made = 0
const watchers = new Set<() => void>()

function change(next: DebugLog): void {
  log = next
  for (const changed of watchers) changed()
}

/** Keeps a line where it mentions parcel look-up, lead creation or owner; secrets are taken out before. */
export function record(level: Level, parts: readonly unknown[], at = new Date()): void {
  const said = parts.map(textOf).join(' ')
  if (!WANTED.test(said)) return
  const text = redact(said).slice(0, LONGEST)
  const line = { id: ++made, at, level, text }
  change({
    lines: [...log.lines, line].slice(-KEPT),
    parcelUrl: text.match(PARCEL_URL)?.at(-1) ?? log.parcelUrl,
  })
}

/** Forgets the lines and the address. */
export const clearLog = (): void => change(nothing)

export const readLog = (): DebugLog => log

export const useDebugLog = (): DebugLog =>
  useSyncExternalStore((changed) => {
    watchers.add(changed)
    return () => watchers.delete(changed)
  }, readLog)

function textOf(part: unknown): string {
  if (typeof part === 'string') return part
  if (part instanceof Error) return `${part.name}: ${part.message}`
  try {
    return JSON.stringify(part) ?? String(part)
  } catch {
    // It contains itself, or a bigint.
    return Object.prototype.toString.call(part)
  }
}
