import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './install.mjs'
import { documentFile, updateTable } from './packageTable.mjs'

const document = readFileSync(documentFile, 'utf8')

describe('the table of packages', () => {
  it('has each large package with what it brings now', () => {
    expect(document).toBe(updateTable(document))
  })

  it('has a reason for each package', () => {
    const withoutReason = document.replace(/^(\| `vitest`.*\| )[^|]+\|$/m, '$1 |')
    expect(withoutReason).not.toBe(document)
    expect(() => updateTable(withoutReason)).toThrow('why these packages are needed: vitest')
    const withoutRow = document.replace(/^\| `graphiql`.*\n/m, '')
    expect(() => updateTable(withoutRow)).toThrow('why these packages are needed: graphiql')
  })
})

it('a package that several package.json files name has one exact version', () => {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const versions = new Map()
  for (const folder of ['.', ...workspaces]) {
    const file = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
    const named = { ...file.dependencies, ...file.devDependencies, ...file.optionalDependencies }
    for (const [name, version] of Object.entries(named))
      versions.set(name, new Set([...(versions.get(name) ?? []), version]))
  }
  expect(versions.size).toBeGreaterThan(100)
  expect(
    [...versions].filter(([, all]) => all.size > 1 || ![...all].every((one) => /^\d+\.\d+\.\d+/.test(one))),
  ).toEqual([])
})
