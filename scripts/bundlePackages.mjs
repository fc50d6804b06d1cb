// `node scripts/bundlePackages.mjs FOLDER`: writes the packages with the most files into FOLDER/node_modules, each as one module or a
// few. Node finds them there before those of the project, and loads the server in two thirds of the time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { parseSync } from 'rolldown/utils'
import { root } from './install.mjs'

const [folder] = process.argv.slice(2)
const output = path.join(folder, 'node_modules')

/**
 * Packages that read files of their own stay outside. So does pg, to whose classes tests and packages add methods. All packages that
 * import graphql are inside, because it refuses objects of another copy of itself.
 */
const bundled = [
  '@apollo/server',
  '@date-fns/tz',
  '@mikro-orm/core',
  '@mikro-orm/migrations',
  '@mikro-orm/postgresql',
  'compression',
  'dataloader',
  'date-fns',
  'express',
  'graphql',
  'graphql-scalars',
  'graphql-ws',
  'helmet',
  'kysely',
  'prom-client',
  'type-graphql',
  'uuid',
  'zod',
]

const imports = readImports()
const prefix = '\0names of '
const bundle = await rolldown({
  input: Object.fromEntries([...imports.keys()].map((name) => [`${name}/index`, prefix + name])),
  cwd: root,
  platform: 'node',
  external: (id) => id === 'pg' || id.startsWith('pg/'),
  plugins: [
    {
      name: 'names',
      resolveId: (id) => (id.startsWith(prefix) ? id : null),
      load: (id) => (id.startsWith(prefix) ? exportNames(id.slice(prefix.length)) : null),
    },
  ],
  onLog(level, log, report) {
    // type-graphql looks for it, and validates nothing without it.
    if (!log.message.includes("'class-validator'")) report(level, log)
  },
})
await bundle.write({
  dir: output,
  entryFileNames: '[name].js',
  chunkFileNames: '.shared/[name].js',
  // The names of classes are those of errors and of types.
  keepNames: true,
})
for (const name of bundled)
  writeFileSync(
    path.join(output, name, 'package.json'),
    JSON.stringify({ name, type: 'module', exports: { '.': './index.js', './*': './*/index.js' } }),
  )

/** The modules of the packages that the compiled server imports, with the names that it imports from each. */
function readImports() {
  const found = new Map()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )) {
    const { staticImports, staticExports } = parseSync(file, readFileSync(path.join(folder, file), 'utf8')).module
    const entries = [
      ...staticImports.flatMap(({ moduleRequest, entries }) => entries.map((entry) => ({ moduleRequest, ...entry }))),
      ...staticExports.flatMap(({ entries }) => entries),
    ]
    for (const { moduleRequest, importName } of entries) {
      const module = moduleRequest?.value ?? '.'
      if (!bundled.some((name) => module === name || module.startsWith(`${name}/`))) continue
      const name = importName.kind === 'Default' ? 'default' : importName.name
      if (!name) throw new Error(`${file} imports more than names from ${module}.`)
      found.set(module, (found.get(module) ?? new Set()).add(name))
    }
  }
  return found
}

/** Names of a CommonJS package are found by importing them, not by `export *`. */
function exportNames(module) {
  return `export { ${[...imports.get(module)].join(', ')} } from ${JSON.stringify(module)}`
}
