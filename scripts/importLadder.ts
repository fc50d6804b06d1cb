import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

export interface Violation {
  file: string
  line: number
  imported: string
  reason: string
}

/**
 * The rungs, top first: a file imports its own folder and whatever stands on a lower rung. Folders on one
 * rung do not know each other, unless they are written as one name. A file may have a rung of its own.
 */
const LADDERS: Record<string, string[][]> = {
  api: [
    ['main.ts'],
    ['services.ts', 'startFailure.ts'],
    ['server.ts', 'demo'],
    ['http'],
    ['routes', 'resolvers+schema'],
    ['usecases'],
    ['log'],
    ['context.ts'],
    ['live'],
    ['database/migrate.ts'],
    ['projections', 'services'],
    ['database'],
    ['entities'],
    ['events'],
    ['config.ts'],
    ['domain'],
  ],
  web: [['main.tsx'], ['app', 'explorer'], ['screens'], ['features'], ['session'], ['ui'], ['lib'], ['gql']],
}

/** Further down, and still not to be imported: what a projection shows comes from events alone. */
const STRANGERS = [
  ['projections', 'entities'],
  ['services', 'entities'],
  ['live', 'entities'],
]

const ASSET = /\.(css|svg|png|webp|woff2|json|graphql)(\?|$)/

/** Every import of `api` and `web` under `root` that does not go down the ladder, types included, tests not. */
export function findViolations(root: string): Violation[] {
  const files = globSync('{api,web}/**/*.{ts,tsx}', { cwd: root }).sort()
  return files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8')
      return importsOf(file, source).flatMap(({ specifier, at }) => {
        if (!specifier.startsWith('.') || ASSET.test(specifier)) return []
        const imported = path.posix.join(path.posix.dirname(file), specifier)
        const reason = forbidden(file, imported)
        return reason === null ? [] : [{ file, line: source.slice(0, at).split('\n').length, imported, reason }]
      })
    })
}

/** Why `file` may not import `imported`, null when it may; both are paths from the project's root. */
export function forbidden(file: string, imported: string): string | null {
  const from = place(file)
  const to = place(imported)
  if (from.side !== to.side) {
    const foreign = to.side === 'api' || to.side === 'web'
    return foreign ? `${from.side} and ${to.side} share schema.graphql and nothing else` : null
  }
  if (from.rung === -1) return `${from.folder} stands on no rung: give it one in scripts/importLadder.ts`
  if (to.rung === -1) return `${to.folder} stands on no rung: give it one in scripts/importLadder.ts`
  if (STRANGERS.some(([one, other]) => one === from.folder && other === to.folder)) {
    return `${from.folder} does not read ${to.folder}`
  }
  if (to.rung < from.rung) return `${to.folder} is above ${from.folder}`
  if (to.rung === from.rung && to.name !== from.name) return `${from.folder} and ${to.folder} do not know each other`
  if (from.side === 'web' && from.folder === 'features' && to.folder === 'features' && from.feature !== to.feature) {
    return 'one feature does not import another'
  }
  return null
}

function place(file: string) {
  const [side = '', folder = '', second = ''] = file.split('/')
  const rungs = LADDERS[side] ?? []
  const standing = (wanted: string) =>
    rungs
      .flatMap((names, rung) => names.map((name) => ({ name, rung })))
      .find(({ name }) => name.split('+').includes(wanted))
  const { name, rung } = standing(`${folder}/${second}`) ?? standing(folder) ?? { name: '', rung: -1 }
  return { side, folder, feature: second, name, rung }
}

interface Import {
  specifier: string
  at: number
}

interface SyntaxNode {
  type?: string
  start?: number
  source?: { value?: unknown } | null
  expression?: { value?: unknown }
}

/** Everything a file names as a module: imports, re-exports, `import()`, and `import('…').Type`. */
function importsOf(file: string, source: string): Import[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Import[] = []
  const visit = (node: SyntaxNode) => {
    if (typeof node.type === 'string') {
      const named =
        node.source?.value ?? (node.type === 'TSExternalModuleReference' ? node.expression?.value : undefined)
      if (typeof named === 'string') found.push({ specifier: named, at: node.start ?? 0 })
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.forEach((one) => one !== null && typeof one === 'object' && visit(one))
      else if (child !== null && typeof child === 'object') visit(child as SyntaxNode)
    }
  }
  visit(program as unknown as SyntaxNode)
  return found
}

if (import.meta.main) {
  const violations = findViolations(process.cwd())
  for (const { file, line, imported, reason } of violations) {
    console.log(`${file}:${line} imports ${imported}: ${reason}`)
  }
  console.log(
    violations.length === 0 ? 'Imports go down the ladder.' : `${violations.length} imports go the wrong way.`,
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}
