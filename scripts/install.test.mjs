import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './build.mjs'
import { explainFailure, missingPackages, root } from './install.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-install-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file, content) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
}

describe('an installation', () => {
  const lock = {
    packages: {
      '': { devDependencies: { lint: '3.0.0' } },
      api: { dependencies: { pg: '8.0.0' }, optionalDependencies: { mac: '1.0.0' } },
      web: { dependencies: { ui: '2.0.0' } },
      'web/explorer': { dependencies: { editor: '4.0.0' } },
      'node_modules/editor': { version: '4.0.0', peerDependencies: { ui: '2.0.0' } },
      'node_modules/lint': { version: '3.0.0', dependencies: { parser: '^1.0.0' } },
      'node_modules/lint/node_modules/parser': { version: '1.0.0' },
      'node_modules/mac': { version: '1.0.0', optional: true },
      'node_modules/parser': { version: '2.0.0' },
      'node_modules/pg': { version: '8.0.0' },
      'node_modules/ui': { version: '2.0.0', dependencies: { parser: '^2.0.0' } },
    },
  }
  const install = (...names) =>
    write('node_modules/.package-lock.json', {
      packages: Object.fromEntries(
        names.map((name) => [`node_modules/${name}`, { version: lock.packages[`node_modules/${name}`].version }]),
      ),
    })
  const running = ['pg', 'ui', 'parser']
  const everything = [...running, 'editor', 'lint', 'lint/node_modules/parser']

  it('is needed in a fresh clone', () => {
    write('package-lock.json', lock)
    expect(missingPackages(folder)).toBe('none are installed')
  })

  it('is not needed when everything for this platform is installed', () => {
    write('package-lock.json', lock)
    install(...everything)
    expect(missingPackages(folder)).toBeNull()
  })

  it('is not needed to run when only what the explorer and development need is missing', () => {
    write('package-lock.json', lock)
    install(...running)
    expect(missingPackages(folder, 'run')).toBeNull()
    expect(missingPackages(folder, 'explorer')).toBe('editor 4.0.0 is not installed')
    install(...running, 'editor')
    expect(missingPackages(folder, 'explorer')).toBeNull()
    expect(missingPackages(folder, 'develop')).toBe('lint 3.0.0 is not installed')
    install(...running, 'editor', 'lint')
    expect(missingPackages(folder, 'develop')).toBe('parser 1.0.0 is not installed')
  })

  it('is needed to run when a package of the server or the client, or one that it needs, is missing', () => {
    write('package-lock.json', lock)
    for (const name of running) {
      install(...everything.filter((other) => other !== name))
      expect(missingPackages(folder, 'run')).toMatch(new RegExp(`^${name} .* is not installed$`))
    }
  })

  it.each(['mercurius', 'postgraphile'])('can be told of bench/%s, which has one package.json', (name) => {
    const lockFile = path.join(root, 'bench', name, 'package-lock.json')
    write('package-lock.json', JSON.parse(readFileSync(lockFile, 'utf8')))
    expect(missingPackages(folder, 'yardstick')).toBe('none are installed')
    write('node_modules/.package-lock.json', { packages: {} })
    expect(missingPackages(folder, 'yardstick')).toMatch(/ is not installed$/)
  })

  it('is not needed when more is installed than is needed', () => {
    write('package-lock.json', lock)
    install(...everything)
    expect(missingPackages(folder, 'run')).toBeNull()
    expect(missingPackages(folder, 'explorer')).toBeNull()
  })

  it('is needed when the lock file has another version', () => {
    write('package-lock.json', lock)
    write('node_modules/.package-lock.json', { packages: { 'node_modules/pg': { version: '7.9.0' } } })
    expect(missingPackages(folder)).toBe('pg 8.0.0 is not installed')
  })

  it('is needed after an interrupted installation', () => {
    write('package-lock.json', lock)
    write('node_modules/.package-lock.json', '{"packages": {"node_modu')
    expect(missingPackages(folder)).toBe('none are installed')
  })
})

describe('an installation that fails', () => {
  it.each([
    ['npm error code ENOSPC', 'The disk is full'],
    ['npm error code EROFS', 'cannot be written'],
    ['npm error code EACCES', 'cannot be written'],
    ['npm error code ENOTFOUND', 'cannot be reached'],
    ['npm error code ECONNREFUSED', 'cannot be reached'],
    ['npm error code ETARGET', 'does not have a package'],
    ['npm error code EUSAGE', 'The messages above say why'],
  ])('by %s says what to do', (output, remedy) => {
    expect(explainFailure(`npm error A\n${output}\nnpm error B`)).toContain(remedy)
    expect(explainFailure(output)).toMatch(/, then run this command again\.$/)
  })
})

describe('a build', () => {
  it('is out of date when a file changes, appears or disappears, except tests', () => {
    write('api/main.ts', 'one')
    const built = fingerprint(['api', 'tsconfig.json'], folder)
    write('api/main.test.ts', 'a test')
    expect(fingerprint(['api', 'tsconfig.json'], folder)).toBe(built)

    write('api/main.ts', 'two')
    const changed = fingerprint(['api', 'tsconfig.json'], folder)
    expect(changed).not.toBe(built)
    write('api/more.ts', '')
    expect(fingerprint(['api', 'tsconfig.json'], folder)).not.toBe(changed)
    rmSync(path.join(folder, 'api/more.ts'))
    expect(fingerprint(['api', 'tsconfig.json'], folder)).toBe(changed)
  })
})
