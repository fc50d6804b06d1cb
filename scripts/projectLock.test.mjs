import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder
const started = []

/** A project with the scripts of this one, and with programs that log their start and end when the file `continue` exists. */
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-lock-'))
  for (const name of readdirSync(import.meta.dirname).filter((file) => /(?<!\.test)\.mjs$/.test(file)))
    copy(`scripts/${name}`)
  for (const file of ['api/database/fileLock.mjs', 'api/database/restoreLinks.mjs']) copy(file)
  const workspaces = Object.fromEntries(['', 'api', 'web', 'web/explorer'].map((name) => [name, { name }]))
  const sample = { version: '1.0.0' }
  write(
    'package-lock.json',
    JSON.stringify({
      packages: { ...workspaces, '': { dependencies: { sample: '1.0.0' } }, 'node_modules/sample': sample },
    }),
  )
  write('bin/npm', program('install', `write('node_modules/.package-lock.json', read('package-lock.json'))`))
  chmodSync(path.join(folder, 'bin/npm'), 0o755)
  write('scripts/compileServer.mjs', program('build', `write(process.argv.at(-1) + '/api/main.js', '')`))
  for (const file of ['api/services/documents/labels/figtree.ttf', 'migrations/release-0.1.sql', 'schema.sql'])
    write(file, '')
})
afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null) kill(child)
  rmSync(folder, { recursive: true })
})

function installPackages() {
  write('node_modules/.package-lock.json', readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
}

function copy(file) {
  cpSync(path.join(import.meta.dirname, '..', file), path.join(folder, file))
}

function write(file, content) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), content)
}

function program(name, work) {
  return `#!${process.execPath}
    import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    import path from 'node:path'
    const read = (file) => readFileSync(file, 'utf8')
    const write = (file, content) => {
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    appendFileSync('log', '${name}\\n')
    while (!existsSync('continue')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    ${work}`
}

/** Starts a build of the server, which installs first. `output()` is what it has printed so far. */
function startBuild() {
  const child = spawn(process.execPath, ['scripts/build.mjs', 'server'], {
    cwd: folder,
    env: { ...process.env, PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}` },
    detached: true,
  })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  return { child, output: () => text, ended: once(child, 'close') }
}

/** Kills the build and its programs. */
function kill(child) {
  process.kill(-child.pid, 'SIGKILL')
}

const log = () => (existsSync(path.join(folder, 'log')) ? readFileSync(path.join(folder, 'log'), 'utf8') : '')
const logs = (text) => expect.poll(log).toBe(text)

describe('two processes that start together in a fresh folder', () => {
  it('install and build once: the second waits, and says so', async () => {
    const first = startBuild()
    await logs('install\n')
    const second = startBuild()
    await expect.poll(second.output).toContain(`Waiting for process ${first.child.pid}, which holds .locks/install`)
    write('continue', '')
    expect(await first.ended, first.output()).toEqual([0, null])
    expect(await second.ended, second.output()).toEqual([0, null])
    expect(log()).toBe('install\nbuild\n')
  })
})

describe('a build', () => {
  beforeEach(installPackages)

  it('leaves the output of before in its place until it is complete', async () => {
    write('dist/server/before.js', '')
    const { ended, output } = startBuild()
    await logs('build\n')
    expect(readdirSync(path.join(folder, 'dist/server'))).toEqual(['before.js'])
    write('continue', '')
    expect(await ended, output()).toEqual([0, null])
    expect(readdirSync(path.join(folder, 'dist'))).toEqual(['server'])
    expect(readdirSync(path.join(folder, 'dist/server')).sort()).toEqual(['.built', 'api', 'migrations', 'schema.sql'])
  })

  it('starts again after one that was killed', async () => {
    const killed = startBuild()
    await logs('build\n')
    kill(killed.child)
    await killed.ended
    write('continue', '')
    const { ended, output } = startBuild()
    expect(await ended, output()).toEqual([0, null])
    expect(log()).toBe('build\nbuild\n')
    expect(output()).not.toContain('Waiting')
    expect(readdirSync(path.join(folder, '.locks'))).toEqual([])
  })
})
