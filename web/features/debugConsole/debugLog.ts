import { useSyncExternalStore } from 'react'
import { redact } from './redact.ts'

/** Spec §9: the debug console keeps 50 lines. */
export const MAX_LINES = 50
/** A line is for reading; an object of a thousand rows is not. */
const MAX_LINE_LENGTH = 600

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
const RELEVANT_LINE =
  /parcel[\s_-]?look[\s_-]?up|look(?:ed|ing)? up (?:a |the )?parcel|regrid|lead[\s_-]?creat|creat\w*[\s_-]?(?:a |the )?lead|owner/i
const PARCEL_URL = /(?:https?:\/\/[^\s"']+)?\/(?:api\/)?regrid\/[^\s"')]*/gi

const EMPTY_LOG: DebugLog = { lines: [], parcelUrl: null }
let log = EMPTY_LOG
let lastLineId = 0
const listeners = new Set<() => void>()

function setLog(next: DebugLog): void {
  log = next
  for (const listener of listeners) listener()
}

/** Keeps a line where it mentions parcel look-up, lead creation or owner; secrets are taken out before. */
export function recordLine(level: Level, parts: readonly unknown[], at = new Date()): void {
  const message = parts.map(textOf).join(' ')
  if (!RELEVANT_LINE.test(message)) return
  const text = redact(message).slice(0, MAX_LINE_LENGTH)
  const line = { id: ++lastLineId, at, level, text }
  setLog({
    lines: [...log.lines, line].slice(-MAX_LINES),
    parcelUrl: text.match(PARCEL_URL)?.at(-1) ?? log.parcelUrl,
  })
}

/** Forgets the lines and the address. */
export const clearLog = (): void => setLog(EMPTY_LOG)

export const readLog = (): DebugLog => log

export const useDebugLog = (): DebugLog =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
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
