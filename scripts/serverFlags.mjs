// Plain JavaScript for Node 20, because `npm start` begins with it.
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * The options of Node for a server that runs in `folder` with the environment `env`.
 *
 * - No code can be generated from text, so that nothing that a client sends is ever run.
 * - The permission model: files can be read only in the folder of the server, its data and temporary files, and written only
 *   in the last two. Child processes are PostgreSQL and LibreOffice, the addon decodes photos. See docs/security.md.
 * - The heap is limited to 1 GB. With a limit below 2 GB, V8 collects garbage more often: with 1,500 subscribers the process uses
 *   385 MB instead of 509 MB.
 */
export function serverFlags(env, folder) {
  const dataDir = path.resolve(folder, env.DATA_DIR || '.data')
  if (!env.DATABASE_URL) createFolder(dataDir)
  const anchorFile = env.ANCHOR_FILE ? [path.resolve(folder, env.ANCHOR_FILE)] : []
  const written = [dataDir, tmpdir(), ...anchorFile]
  const read = [
    ...written,
    folder,
    ...(env.WEB_DIR ? [path.resolve(folder, env.WEB_DIR)] : []),
    ...(env.ANCHOR_KEY_FILE ? [path.resolve(folder, env.ANCHOR_KEY_FILE)] : []),
    // The packages may be elsewhere.
    realPath(path.join(folder, 'node_modules')),
    ...(process.platform === 'linux' ? ['/proc'] : []),
    ...officePrograms(env),
  ]
  const flags = ['--disallow-code-generation-from-strings', '--max-old-space-size=1024']
  // Node does not profile a process under the permission model.
  if (/--(cpu|heap)-prof/.test(env.NODE_OPTIONS ?? '')) return flags
  return [
    ...flags,
    '--permission',
    '--disable-warning=SecurityWarning',
    '--allow-addons',
    '--allow-child-process',
    '--allow-worker',
    ...withRealPaths(read).map((file) => `--allow-fs-read=${file}`),
    ...withRealPaths(written).map((file) => `--allow-fs-write=${file}`),
  ]
}

/** Node takes a folder that does not exist for a file. The server reports why one cannot be created. */
function createFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true })
  } catch {}
}

/** Where the server looks for LibreOffice. */
function officePrograms(env) {
  if (env.LIBREOFFICE === 'off') return []
  if (env.LIBREOFFICE && env.LIBREOFFICE !== 'auto') return [path.resolve(env.LIBREOFFICE)]
  const folders = (env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute)
  return folders.flatMap((folder) =>
    ['soffice', 'libreoffice'].map((name) => path.join(folder, name)).filter(existsSync),
  )
}

/**
 * Node compares the paths as text, so a folder behind a link is named by both. Folders inside others are left out: after one of
 * them, Node refuses the outer folder.
 */
function withRealPaths(files) {
  const named = [...new Set(files.flatMap((file) => [file, realPath(file)]))]
  return named.filter(
    (file) => !named.some((outer) => file.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep)),
  )
}

function realPath(file) {
  return existsSync(file) ? realpathSync(file) : file
}
