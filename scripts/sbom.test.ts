import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, never>

interface Component {
  name: string
  version: string
  hashes: { alg: string }[]
}

it('the list of what the server is made of has its packages with their versions, and none that only development needs', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/sbom.mjs'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const { bomFormat, metadata, components } = JSON.parse(stdout) as {
    bomFormat: string
    metadata: { component: { name: string; version: string } }
    components: Component[]
  }
  expect([bomFormat, metadata.component]).toMatchObject(['CycloneDX', { name: 'porchlight', version: '0.1.0' }])
  const versions = new Map(components.map(({ name, version }) => [name, version]))
  const dependencies = Object.entries(read('api/package.json')['dependencies']!)
  expect(dependencies.filter(([name, version]) => versions.get(name) !== version)).toEqual([])
  const others = Object.keys(read('package.json')['devDependencies']!)
  expect(['vitest', '@playwright/test', 'vite'].filter((name) => others.includes(name) && versions.has(name))).toEqual(
    [],
  )
  const unhashed = components.filter(
    ({ name, hashes }) => name !== 'api' && !hashes?.some(({ alg }) => alg === 'SHA-512'),
  )
  expect(unhashed.map(({ name }) => name)).toEqual([])
})
