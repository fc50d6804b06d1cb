import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clientFeatures, features, sharedFiles } from './features.mjs'

const names = Object.keys(features)

/** What is in a folder: file names without their endings, folders with a slash. Hidden files do not count. */
function entriesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name.replace(/(\.test|\.spec)?\.\w+$/, '')))
}

const isFeature = (name) => names.includes(name)
/** 'authSignIn' is about auth, 'coreWorkflow' about no feature. */
const isAspect = (name) => names.some((feature) => name === feature || new RegExp(`^${feature}[A-Z]`).test(name))

describe('each feature has one name and one home', () => {
  it.each(['api/schema', 'api/resolvers', 'api/routes'])('in %s, a file', (folder) => {
    const outside = entriesOf(folder).filter((name) => !isFeature(name) && !sharedFiles[folder].includes(name))
    expect(outside).toEqual([])
  })

  it('in api/usecases, a folder each and nothing else', () => {
    expect(entriesOf('api/usecases').sort()).toEqual(names.map((name) => `${name}/`).sort())
  })

  it('in web/features, a folder', () => {
    const known = [...names, ...clientFeatures].map((name) => `${name}/`)
    expect(entriesOf('web/features').filter((name) => !known.includes(name))).toEqual([])
  })

  it.each(['tests/acceptance', 'tests/e2e'])('in %s, files that begin with its name', (folder) => {
    const outside = entriesOf(folder).filter((name) => !isAspect(name) && !sharedFiles[folder].includes(name))
    expect(outside).toEqual([])
  })

  it('and every exception names something that is there', () => {
    for (const [folder, shared] of Object.entries(sharedFiles))
      expect(entriesOf(folder)).toEqual(expect.arrayContaining(shared))
    expect(entriesOf('web/features')).toEqual(expect.arrayContaining(clientFeatures.map((name) => `${name}/`)))
  })
})
