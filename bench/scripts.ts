import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { copyProject } from './copyProject.ts'
import { formatValue, type Row } from './table.ts'

interface Chunk {
  file: string
  imports?: string[]
}

type Manifest = Record<string, Chunk>

interface Screen {
  name: string
  /** The lazily loaded modules that the screen needs in addition to the entry page. */
  modules: string[]
  /** Modules that are already loaded when the user opens the screen. */
  after: string[]
  limitKb: number
}

const shell = ['app/SignedIn.tsx', 'screens/HomeScreen.tsx']
const [signInKb, shellKb, listKb, dashboardKb, chartsKb, mapKb] = [95, 186, 63, 56, 59, 91]
/** A screen may use the part of the shell's budget that the shell leaves unused, because the user downloads both. */
const withShell = (name: string, module: string, moreKb: number): Screen => ({
  name: `script: shell and ${name}`,
  modules: [...shell, `screens/${module}.tsx`],
  after: [],
  limitKb: shellKb + moreKb,
})
const screens: Screen[] = [
  { name: 'script: sign-in', modules: ['screens/LoginScreen.tsx'], after: [], limitKb: signInKb },
  { name: 'script: signed-in shell', modules: shell, after: [], limitKb: shellKb },
  withShell('lead list', 'LeadsScreen', listKb),
  withShell('property list', 'PropertiesScreen', listKb),
  withShell('user list', 'UsersScreen', listKb),
  withShell("owner's dashboard", 'OwnerDashboardScreen', dashboardKb),
  {
    name: "script: shell and owner's dashboard with charts",
    modules: [...shell, 'screens/OwnerDashboardScreen.tsx', 'ui/LineChart.tsx'],
    after: [],
    limitKb: shellKb + chartsKb,
  },
  withShell("global admin's dashboard", 'GlobalDashboardScreen', dashboardKb),
  { name: 'script: map, in addition to the shell', modules: ['screens/MapScreen.tsx'], after: shell, limitKb: mapKb },
]

/** Kilobytes of compressed JavaScript that a browser downloads before it shows a screen. */
export async function scripts(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-scripts-'))
  try {
    copyProject(folder)
    const run = (program: string, args: string[]) =>
      execFileSync(process.execPath, [program, ...args], {
        cwd: folder,
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    run('scripts/codegen.ts', [])
    run('node_modules/vite/bin/vite.js', [
      'build',
      '--config',
      'web/vite.config.ts',
      '--manifest',
      '--logLevel',
      'error',
    ])
    const built = path.join(folder, 'dist/web')
    const manifest = JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8')) as Manifest
    return screens.map((screen) => measure(built, manifest, screen))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measure(built: string, manifest: Manifest, { name, modules, after, limitKb }: Screen): Row {
  const alreadyLoaded = after.length > 0 ? collectFiles(manifest, ['index.html', ...after]) : new Set<string>()
  const needed = [...collectFiles(manifest, after.length > 0 ? modules : ['index.html', ...modules])]
  const bytes = needed
    .filter((file) => !alreadyLoaded.has(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(path.join(built, file))).length, 0)
  return {
    work: `${name}, gzip`,
    measured: formatValue(bytes / 1000, 'kB'),
    baseline: '',
    ratio: null,
    target: `<= ${limitKb} kB`,
    met: bytes <= limitKb * 1000,
  }
}

/** The files of these modules and of everything they import statically. */
function collectFiles(manifest: Manifest, modules: string[], found = new Set<string>()): Set<string> {
  for (const module of modules) {
    const chunk = manifest[module]
    if (!chunk)
      throw new Error(`The build has no chunk ${module}. Correct the module of the screen in bench/scripts.ts.`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    collectFiles(manifest, chunk.imports ?? [], found)
  }
  return found
}
