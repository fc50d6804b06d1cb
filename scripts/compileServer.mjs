// `node scripts/compileServer.mjs FOLDER`: writes the JavaScript of the server, and of the commands for an installation, to FOLDER.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { root } from './install.mjs'

const [output] = process.argv.slice(2)
const configuration = readFileSync(path.join(root, 'tsconfig.api.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')
const sources = JSON.parse(configuration).include.flatMap((item) => (item.endsWith('.ts') ? [item] : listSources(item)))
for (const file of sources) await compile(file)
for (const [name, code] of Object.entries(helpers())) {
  mkdirSync(path.join(output, 'helpers'), { recursive: true })
  writeFileSync(path.join(output, 'helpers', `${name}.js`), `export default ${code}\n`)
}

function listSources(folder) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((file) => path.join(folder, file))
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file))
}

/** The other options are those of tsconfig.json. */
async function compile(file) {
  const source = path.join(root, file)
  const { code, map } = await transformWithOxc(readFileSync(source, 'utf8'), source, {
    target: 'es2023',
    typescript: { rewriteImportExtensions: true },
  })
  const compiled = path.join(output, file.replace(/\.ts$/, '.js'))
  const folder = path.dirname(compiled)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${compiled}.map`, JSON.stringify({ ...map, sources: [path.relative(folder, source)] }))
  const helpers = path.relative(folder, path.join(output, 'helpers')).replaceAll(path.sep, '/')
  writeFileSync(
    compiled,
    `${code.replaceAll(/"@oxc-project\/runtime\/helpers\/(\w+)"/g, `"${helpers}/$1.js"`)}//# sourceMappingURL=${path.basename(compiled)}.map\n`,
  )
}

/** What the compiled decorators call, as TypeScript writes it into each file. The compiler would import it from a package. */
function helpers() {
  return {
    decorateMetadata: '(key, value) => Reflect.metadata(key, value)',
    decorateParam: '(index, decorator) => (target, key) => decorator(target, key, index)',
    decorate: `(decorators, target, key, descriptor) => {
  if (key === undefined) return decorators.reduceRight((result, decorator) => decorator(result) || result, target)
  const given = descriptor === null ? Object.getOwnPropertyDescriptor(target, key) : descriptor
  const decorated = decorators.reduceRight((result, decorator) => decorator(target, key, result) || result, given)
  if (decorated) Object.defineProperty(target, key, decorated)
  return decorated
}`,
  }
}
