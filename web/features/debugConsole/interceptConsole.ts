import { type Level, recordLine } from './debugLog.ts'

const levels: readonly Level[] = ['log', 'info', 'warn', 'error', 'debug']

/** Passes console output to the debug log in addition to the console. Returns a function that restores the console. */
export function interceptConsole(browser: Pick<Console, Level> = console): () => void {
  const originals = levels.map((level) => [level, browser[level]] as const)
  for (const [level, original] of originals) {
    browser[level] = (...parts: unknown[]) => {
      original.apply(browser, parts)
      recordLine(level, parts)
    }
  }
  return () => {
    for (const [level, original] of originals) browser[level] = original
  }
}
