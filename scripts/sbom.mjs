// `npm run --silent sbom`: prints what the server is made of, as CycloneDX 1.5 in JSON, from the lock file alone: nothing is installed or
// asked of a registry. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

const project = read('package.json')
const lock = read('package-lock.json')
const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-sbom-'))
const write = (file, content) => writeFileSync(path.join(folder, file), JSON.stringify(content))
try {
  // npm reads a copy, because it describes only packages with a version, which a workspace does not need otherwise, and leaves out what
  // another workspace or the project uses for development, too. The workspaces of the client are not described.
  for (const workspace of ['', ...project.workspaces]) {
    mkdirSync(path.join(folder, workspace), { recursive: true })
    const { devDependencies: _, ...manifest } = read(path.join(workspace, 'package.json'))
    write(path.join(workspace, 'package.json'), { ...manifest, version: project.version })
    delete lock.packages[workspace].devDependencies
    lock.packages[workspace].version = project.version
  }
  write('package-lock.json', lock)
  copyFileSync(path.join(root, '.npmrc'), path.join(folder, '.npmrc'))
  const isWindows = process.platform === 'win32'
  const { status, stdout, stderr, error } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--workspace', 'porchlight-server'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: isWindows },
  )
  if (status === 0) {
    const document = JSON.parse(stdout)
    // npm names the document after the folder.
    document.metadata.component.name = project.name
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  } else {
    console.error(`npm cannot list the packages: ${error?.message ?? stderr.trim()}`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
