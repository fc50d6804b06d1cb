import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { parseSync } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from './build.mjs'

const root = path.join(import.meta.dirname, '..')
const server = path.join(root, 'dist/server')
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, object>
const { scripts } = read('package.json')
const { dependencies } = read('api/package.json')

beforeAll(() => ensureBuilt(() => undefined, ['server']))

it('the commands for an installation run what is built of the server', () => {
  const names = Object.values(scripts!).flatMap(
    (text: string) => /^node scripts\/runBuilt\.mjs (\S+)$/.exec(text)?.[1] ?? [],
  )
  expect(names.length).toBeGreaterThan(7)
  expect(names.filter((name) => !existsSync(path.join(server, 'scripts', `${name}.js`)))).toEqual([])
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/runBuilt.mjs', 'backup'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain('Usage: npm run backup')
})

/** The static imports of every file of the built server, by file. */
function readImports(): Map<string, string[]> {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => /\.m?js$/.test(file))
  return new Map(
    files.map((file) => {
      const { staticImports, staticExports } = parseSync(file, readFileSync(path.join(server, file), 'utf8')).module
      const requests = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)]
      return [file, requests.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : []))]
    }),
  )
}

const packageOf = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]

it('the built server and its commands import what is built, and no package that only development needs', () => {
  const imported = [...readImports()].flatMap(([file, names]) => names.map((name) => ({ file, name })))
  const missing = imported.filter(
    ({ file, name }) => name.startsWith('.') && !existsSync(path.join(server, path.dirname(file), name)),
  )
  expect(missing).toEqual([])
  const packages = imported
    .filter(({ name }) => !name.startsWith('.') && !isBuiltin(name))
    .map(({ file, name }) => ({ file, name: packageOf(name) }))
  expect(packages.length).toBeGreaterThan(250)
  expect(packages.filter(({ name }) => !(name in dependencies!))).toEqual([])
})

it('a start of the server loads no library for files, mails or photos', () => {
  const imports = readImports()
  const loaded = new Set(['api/porchlight.js'])
  const packages = new Set<string>()
  for (const file of loaded)
    for (const name of imports.get(file)!)
      if (name.startsWith('.')) loaded.add(path.posix.join(path.posix.dirname(file), name))
      else packages.add(packageOf(name))
  expect(packages).toContain('type-graphql')
  const late = [
    'docxtemplater',
    'fontkit',
    'jszip',
    'mammoth',
    'nodemailer',
    'pdfkit',
    'pizzip',
    'sanitize-html',
    'sharp',
  ]
  expect(late.filter((name) => !(name in dependencies!) || packages.has(name))).toEqual([])
})
