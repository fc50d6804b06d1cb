import { type Level, recordLine } from './debugLog.ts'

const levels: readonly Level[] = ['log', 'info', 'warn', 'error', 'debug']

/**
 * From now on what is said on the browser's console is offered to the debug log as well, and said there as before. The
 * returned function takes the tap out again.
 */
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
