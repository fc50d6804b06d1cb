import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findFaults, findStores } from './stores.mjs'

const folders = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const namesIn = (text) => findStores('api/a.ts', text).map(({ name }) => name)

describe('what lives longer than a request', () => {
  it.each([
    ['of a module', 'const byName = new Map<string, number>()', 'byName'],
    [
      'of a module that is filled',
      'const known = new Set([1]); export const add = (n: number) => known.add(n)',
      'known',
    ],
    [
      'of a module, as an object',
      'const seen: Record<string, 1> = {}; export const see = (k: string) => (seen[k] = 1)',
      'seen',
    ],
    ['of a module, as a list', 'const all: string[] = []; export const add = (k: string) => all.push(k)', 'all'],
    ['of an object', 'export class Store { readonly #byKey = new Map<string, number>() }', 'byKey'],
    ['in what a function returns', 'export const create = () => ({ sessions: new LRUCache({ max: 5 }) })', 'sessions'],
    [
      'in a closure',
      'export function make() { const kept = new Map(); return { put: (key: string) => kept.set(key, 1) } }',
      'kept',
    ],
    [
      'in another store',
      'const outer = new WeakMap<object, Map<string, 1>>(); export function f(o: object) { const inner = outer.get(o) ?? new Map(); outer.set(o, inner) }',
      'inner',
    ],
  ])('is found %s', (_where, text, name) => {
    expect(namesIn(text)).toContain(name)
  })

  it.each([
    ['a constant', "export const words: ReadonlySet<string> = new Set(['a', 'b'])"],
    [
      'what a function forgets',
      'export const count = (all: string[]) => { const found = new Set<string>(); for (const one of all) found.add(one); return found.size }',
    ],
    [
      'what is used while the function runs',
      'export function f(all: string[]) { const seen = new Map(); return all.map((one) => seen.set(one, 1)) }',
    ],
  ])('is not %s', (_what, text) => {
    expect(namesIn(text)).toEqual([])
  })
})

describe('the list of stores', () => {
  function createProject(files) {
    const root = mkdtempSync(path.join(tmpdir(), 'porchlight-stores-'))
    folders.push(root)
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
    return root
  }

  it('has to name each store, and only stores that exist', () => {
    const root = createProject({
      'api/a.ts': 'const listed = new Map()\nconst added = new Map()',
      'api/usecases/imports/run.ts': 'export class Run { rows = new Map() }\nconst ofModule = new Map()',
    })
    expect(findFaults(root, ['api/a.ts listed', 'api/a.ts removed'])).toEqual([
      'api/a.ts:2: use boundedCache for added, or list it in scripts/stores.mjs with what bounds it',
      'api/usecases/imports/run.ts:2: use boundedCache for ofModule, or list it in scripts/stores.mjs with what bounds it',
      'scripts/stores.mjs lists api/a.ts removed, which does not exist',
    ])
  })

  it('is complete', () => {
    expect(findFaults(process.cwd())).toEqual([])
  })
})
