import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './build.mjs'
import { missingPackages } from './install.mjs'

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
      '': {},
      'node_modules/pg': { version: '8.0.0' },
      'node_modules/mac': { version: '1.0.0', optional: true },
    },
  }

  it('is needed in a fresh clone', () => {
    write('package-lock.json', lock)
    expect(missingPackages(folder)).toBe('none are installed')
  })

  it('is not needed when everything for this platform is installed', () => {
    write('package-lock.json', lock)
    write('node_modules/.package-lock.json', { packages: { 'node_modules/pg': { version: '8.0.0' } } })
    expect(missingPackages(folder)).toBeNull()
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
