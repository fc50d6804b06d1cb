import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The last commit of the release before, from which a running installation upgrades. */
const previousRelease = '56f48046f5d90650ceefe76282eec018adbf8de0'

/** It used packages that are not installed any more. */
const withoutOldPackages = [
  {
    file: 'api/graphql/compiledExecutor.ts',
    from: "import { compileQuery, isCompiledQuery } from 'graphql-jit'",
    to: 'const compileQuery = () => null, isCompiledQuery = () => false',
  },
  {
    file: 'api/services/basemap/outlines.ts',
    from: "import GeoJSONVT from 'geojson-vt'\nimport { fromGeojsonVt } from 'vt-pbf'",
    to: "import { GeoJSONVT } from '@maplibre/geojson-vt'\nimport { fromGeojsonVt } from '@maplibre/vt-pbf'",
  },
  {
    file: 'api/services/jobs/jobQueue.ts',
    from: "import { Logger, makeWorkerUtils, run, runMigrations, type Runner, type TaskList } from 'graphile-worker'",
    // As when the schema of its queue is gone, which this release drops.
    to: `type TaskList = object
type Runner = { events: { on(...given: unknown[]): void }; promise: Promise<void>; stop(): Promise<void> }
class Logger { constructor(_: unknown) {} }
const runMigrations = async (_: unknown) => undefined
const run = async (_: unknown): Promise<Runner> => { throw new Error('There is no queue.') }
const makeWorkerUtils = async (_: unknown) => ({ addJob: run as (...given: unknown[]) => Promise<unknown>, release: runMigrations as () => Promise<unknown> })`,
  },
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** A text of a file that is replaced by another. */
interface Edit {
  file: string
  from: string
  to: string
}

/** Whether this clone has the commit, by default the last of the release before. */
export async function hasPreviousRelease(commit = previousRelease): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  )
}

/** `buildCommit` of the release before, after applying `edits`. */
export const buildPreviousRelease = (edits: Edit[]): Promise<string> =>
  buildCommit(previousRelease, [...withoutOldPackages, ...edits])

/**
 * Builds the server of the commit in a new folder, with the packages of this one, after applying `edits`. Returns the folder, which the
 * caller deletes.
 */
export async function buildCommit(commit: string, edits: Edit[] = []): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-previous-'))
  const archive = path.join(folder, 'source.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive], { cwd: folder })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const { file, from, to } of edits) {
    const name = path.join(folder, file)
    const text = readFileSync(name, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
    writeFileSync(name, text.replace(from, to))
  }
  const output = path.join(folder, 'dist/server')
  await run(process.execPath, ['scripts/compileServer.mjs', output, folder], { cwd: root })
  // The compiler copies no files. The release before has no schema.sql.
  for (const part of ['api', 'migrations', 'schema.sql'].filter((name) => existsSync(path.join(folder, name))))
    cpSync(path.join(folder, part), path.join(output, part), {
      recursive: true,
      filter: (name) => !name.endsWith('.ts'),
    })
  return folder
}
