import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const testFiles = ['{api,demo,web,scripts,bench}/**/*.test.{ts,tsx,mjs}', 'tests/{acceptance,faults}/**/*.test.ts']

/** What starts PostgreSQL or a server. */
const starters = new Set(
  ['tests/support/database.ts', 'tests/support/server.ts', 'api/database/embedded.ts'].map((file) =>
    path.join(root, file),
  ),
)

export type TestGroup = 'pure' | 'dom' | 'server' | 'isolated'

/** Files of tests that cannot share a process with others, by the reason. */
const isolatedFiles: Record<string, string> = {
  'api/observability/cacheMetrics.test.ts': 'lists every cache of its process',
}

/** The paths of all test files by their group. */
export function groupTestFiles(): Record<TestGroup, string[]> {
  const groups: Record<TestGroup, string[]> = { pure: [], dom: [], server: [], isolated: [] }
  for (const file of globSync(testFiles, { cwd: root })) {
    const name = file.replaceAll(path.sep, '/')
    groups[name in isolatedFiles ? 'isolated' : groupOf(path.join(root, file))].push(name)
  }
  return groups
}

/**
 * `server` if the test imports, itself or through other files of `tests`, what starts PostgreSQL or a server; `dom` if its first
 * line is `// @vitest-environment jsdom`; otherwise `pure`.
 */
function groupOf(file: string): TestGroup {
  if (reachesStarter(file)) return 'server'
  return readFileSync(file, 'utf8').startsWith('// @vitest-environment jsdom') ? 'dom' : 'pure'
}

const known = new Map<string, boolean>()

function reachesStarter(file: string): boolean {
  const found = known.get(file)
  if (found !== undefined) return found
  // For files that import each other.
  known.set(file, false)
  const imports = [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?! type) [^;']*'(\.[^']+)'/gm)]
  const reaches = imports
    .map(([, name]) => path.resolve(path.dirname(file), name!))
    .some(
      (imported) =>
        starters.has(imported) ||
        (imported.startsWith(path.join(root, 'tests')) && existsSync(imported) && reachesStarter(imported)),
    )
  known.set(file, reaches)
  return reaches
}
