// Plain JavaScript for Node 20, because `npm start` begins with it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, node, projectEnvironment, root, withProjectLock } from './install.mjs'

const commonInputs = ['package-lock.json', 'package.json', 'tsconfig.json']

const viteBuild = ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel']

/**
 * The parts of the build. The programs of a part run in sequence with the folder for their output, then its `files` are copied to the
 * named places in it; a part starts when the part named in `after` is built.
 */
const parts = [
  {
    key: 'server',
    name: 'the server',
    inputs: [...commonInputs, 'tsconfig.api.json', 'api', 'demo', 'migrations', 'schema.sql', 'scripts'],
    output: 'dist/server',
    entryPoint: 'dist/server/api/main.js',
    // `npm test` checks the types. This takes a quarter of the CPU time that the TypeScript compiler takes without the check.
    programs: (output) => [['scripts/compileServer.mjs', output]],
    // The compiler copies no files.
    files: {
      'api/database/fileLock.mjs': 'api/database/fileLock.mjs',
      'api/database/restoreLinks.mjs': 'api/database/restoreLinks.mjs',
      'migrations/release-0.1.sql': 'migrations/release-0.1.sql',
      'schema.sql': 'schema.sql',
      'api/services/documents/labels/figtree.ttf': 'api/services/documents/labels/figtree.ttf',
    },
  },
  {
    key: 'web',
    name: 'the web client',
    inputs: [...commonInputs, 'scripts/codegen.ts', 'schema.graphql', 'api/domain', 'web'],
    output: 'dist/web',
    entryPoint: 'dist/web/index.html',
    programs: (output) => [['scripts/codegen.ts'], [...viteBuild, 'warn', '--outDir', output]],
    // The documents that the server knows by their hash.
    files: {
      'web/gql/persisted-documents.json': 'documents/app.json',
      'web/gql/plain/persisted-documents.json': 'documents/signIn.json',
      'web/gql/signUp/persisted-documents.json': 'documents/signUp.json',
    },
  },
  {
    key: 'explorer',
    name: 'the API explorer',
    inputs: [...commonInputs, 'web'],
    output: 'dist/web/explorer',
    entryPoint: 'dist/web/explorer/index.html',
    after: 'web',
    programs: (output) => [[...viteBuild, 'error', '--mode', 'explorer', '--outDir', output]],
  },
]

/**
 * Builds the given parts, or all of them, if the output is missing or older than the sources. A part is built beside its output and
 * replaces it when it is complete. Several processes can call this at the same time: each part is built by one. Throws if a build
 * fails or `signal` aborts it.
 */
export async function ensureBuilt(print = console.log, keys = parts.map(({ key }) => key), signal) {
  const builds = new Map()
  for (const part of parts.filter(({ key }) => keys.includes(key)))
    builds.set(
      part.key,
      Promise.resolve(builds.get(part.after)).then(() => ensurePart(part, print, signal)),
    )
  await waitForAll([...builds.values()])
}

async function ensurePart(part, print, signal) {
  if (isBuilt(part)) return
  await withProjectLock(part.key, print, async () => {
    if (!isBuilt(part)) await buildPart(part, print, signal)
  })
}

function isBuilt({ output, entryPoint, inputs }) {
  const stamp = path.join(root, output, '.built')
  return (
    existsSync(path.join(root, entryPoint)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(inputs)
  )
}

async function buildPart(part, print, signal) {
  print(`Building ${part.name} …`)
  const output = path.join(root, part.output)
  // Beside `dist/server`, because source maps and the imports of packages depend on the depth.
  const next = path.join(root, 'dist', `${part.key}.next`)
  const previous = path.join(root, 'dist', `${part.key}.previous`)
  for (const folder of [next, previous]) rmSync(folder, { recursive: true, force: true })
  for (const program of part.programs(next)) await run(part, program, signal)
  for (const [file, copy] of Object.entries(part.files ?? {})) {
    mkdirSync(path.dirname(path.join(next, copy)), { recursive: true })
    copyFileSync(path.join(root, file), path.join(next, copy))
  }
  // Compute the fingerprint again, because the build may have written generated sources.
  writeFileSync(path.join(next, '.built'), fingerprint(part.inputs))
  if (existsSync(output)) renameSync(output, previous)
  renameSync(next, output)
  rmSync(previous, { recursive: true, force: true })
}

function run(part, [program, ...args], signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [program, ...args], {
      cwd: root,
      env: projectEnvironment({ NODE_ENV: 'production' }),
      stdio: ['ignore', 'inherit', 'inherit'],
      signal,
    })
    child.on('error', reject)
    child.on('close', (status) => {
      if (status === 0) resolve()
      else reject(new Error(`Building ${part.name} failed (${program}). The output above shows the reason.`))
    })
  })
}

/** Waits for all promises even when one rejects, so that nothing keeps running after the error is thrown. */
async function waitForAll(promises) {
  for (const { status, reason } of await Promise.allSettled(promises)) if (status === 'rejected') throw reason
}

/** Hashes the names and contents of all files at these paths. Modification times are ignored: a checkout changes them. */
export function fingerprint(paths, folder = root) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((item) => listFiles(path.join(folder, item))).sort()) {
    hash
      .update(`${path.relative(folder, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function listFiles(file) {
  if (!existsSync(file)) return []
  if (!statSync(file).isDirectory()) return [file]
  return readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url) {
  try {
    const keys = process.argv.slice(2)
    await ensureInstalled(keys.length === 0 || keys.includes('explorer') ? 'explorer' : 'run')
    await ensureBuilt(console.log, keys.length > 0 ? keys : undefined)
    console.log('The build in dist is up to date.')
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
