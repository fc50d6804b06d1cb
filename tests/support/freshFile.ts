import { readFileSync } from 'node:fs'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, expect, vi } from 'vitest'

// The files of a worker share a process. What a file mocks would be seen by the next one, and modules of the client keep state.
const file = expect.getState().testPath!
const source = readFileSync(file, 'utf8')
const needsFreshModules = /[\\/]web[\\/]/.test(file) || /\bvi\.(mock|doMock|resetModules)\(/.test(source)
if (needsFreshModules) vi.resetModules()
// This package defines its globals only when it is imported for the first time.
if (source.includes("'fake-indexeddb/auto'")) Object.assign(globalThis, { indexedDB: new IDBFactory() })

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  // What a file imported for it alone.
  Reflect.deleteProperty(globalThis, 'indexedDB')
  if (needsFreshModules) vi.resetModules()
})
