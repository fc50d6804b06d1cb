import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clientFeatures, features, sharedFiles } from './features.mjs'

const names = Object.keys(features)

/** The entries of a folder: file names without extensions, folder names with a slash. Hidden files are omitted. */
function entriesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name.replace(/(\.test|\.spec)?\.\w+$/, '')))
}

const isFeature = (name) => names.includes(name)
/** True for 'auth' and 'authSignIn'; false for 'coreWorkflow', which belongs to no feature. */
const startsWithFeature = (name) =>
  names.some((feature) => name === feature || new RegExp(`^${feature}[A-Z]`).test(name))

describe('a feature has the same name in every folder', () => {
  it.each(['api/schema', 'api/resolvers'])('%s has only files of features', (folder) => {
    const outside = entriesOf(folder).filter((name) => !isFeature(name) && !sharedFiles[folder].includes(name))
    expect(outside).toEqual([])
  })

  it('api/usecases has one folder for each feature and nothing else', () => {
    expect(entriesOf('api/usecases').sort()).toEqual(names.map((name) => `${name}/`).sort())
  })

  it('api/domain has only folders of features and the rules that all share', () => {
    const known = [...names.map((name) => `${name}/`), ...sharedFiles['api/domain']]
    expect(entriesOf('api/domain').filter((name) => !known.includes(name))).toEqual([])
  })

  it('web/features has only folders of features', () => {
    const known = [...names, ...clientFeatures].map((name) => `${name}/`)
    expect(entriesOf('web/features').filter((name) => !known.includes(name))).toEqual([])
  })

  it.each(['api/routes', 'tests/acceptance', 'tests/e2e'])(
    '%s has only files that begin with the name of a feature',
    (folder) => {
      const outside = entriesOf(folder).filter(
        (name) => !startsWithFeature(name) && !sharedFiles[folder].includes(name),
      )
      expect(outside).toEqual([])
    },
  )

  it('every listed exception exists', () => {
    for (const [folder, shared] of Object.entries(sharedFiles))
      expect(entriesOf(folder)).toEqual(expect.arrayContaining(shared))
    expect(entriesOf('web/features')).toEqual(expect.arrayContaining(clientFeatures.map((name) => `${name}/`)))
  })
})
