import { createStore } from '../../lib/store.ts'
import { redact } from './redact.ts'

/** Spec §9. */
export const MAX_LINES = 50
/** Keeps serialized objects readable. */
const MAX_LINE_LENGTH = 600

export type Level = 'log' | 'info' | 'warn' | 'error' | 'debug'

export interface DebugLine {
  id: number
  at: Date
  level: Level
  text: string
}

export interface DebugLog {
  /** The last relevant lines, oldest first. */
  lines: readonly DebugLine[]
  /** The URL of the last parcel lookup found in a line. */
  parcelUrl: string | null
}

/** What a line must mention to be shown (spec §2). */
const RELEVANT_PATTERNS = [
  /parcel[\s_-]?look[\s_-]?up/i,
  /look(?:ed|ing)? up (?:a |the )?parcel/i,
  /regrid/i,
  /lead[\s_-]?creat/i,
  /creat\w{0,20}[\s_-]?(?:a |the )?lead/i,
  /owner/i,
]
/** Longer messages are cut off before they are read. */
const MAX_MESSAGE_LENGTH = 10_000

const EMPTY_LOG: DebugLog = { lines: [], parcelUrl: null }
const log = createStore(EMPTY_LOG)
let lastLineId = 0

/** Records a line if it mentions parcel lookup, lead creation, or owner. Secrets are redacted. */
export function recordLine(level: Level, parts: readonly unknown[], at = new Date()): void {
  const message = parts.map(textOf).join(' ').slice(0, MAX_MESSAGE_LENGTH)
  if (!RELEVANT_PATTERNS.some((pattern) => pattern.test(message))) return
  const text = redact(message).slice(0, MAX_LINE_LENGTH)
  const line = { id: ++lastLineId, at, level, text }
  const { lines, parcelUrl } = log.get()
  log.set({ lines: [...lines, line].slice(-MAX_LINES), parcelUrl: lastParcelUrl(text) ?? parcelUrl })
}

export const clearLog = (): void => log.set(EMPTY_LOG)

export const { get: readLog, useValue: useDebugLog } = log

/** The last URL or path in the text with the segment `regrid`. */
function lastParcelUrl(text: string): string | undefined {
  const word = text.match(/[^\s"'()]+/g)?.findLast((part) => part.toLowerCase().includes('/regrid/'))
  return word && /(?:https?:\/\/|\/).*/i.exec(word)?.[0]
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part
  if (part instanceof Error) return `${part.name}: ${part.message}`
  try {
    return JSON.stringify(part) ?? String(part)
  } catch {
    // A circular structure or a bigint.
    return Object.prototype.toString.call(part)
  }
}
