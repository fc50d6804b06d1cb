// `node scripts/compileServer.mjs FOLDER [PROJECT]`: writes the JavaScript of the server, and of the commands for an installation, to
// FOLDER. The sources are those of the folder PROJECT, by default of this project.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { root as ownFolder } from './install.mjs'

const [output, root = ownFolder] = process.argv.slice(2)

/** What the compiled decorators call, as TypeScript writes it into each file. The compiler would import it from a package. */
const helpers = {
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

for (const file of readIncluded().flatMap((item) => (item.endsWith('.ts') ? [item] : listSources(item))))
  await compile(file)
for (const [name, code] of Object.entries(helpers)) write(`helpers/${name}.js`, `export default ${code}\n`)

/** The files and folders that the type check of the server includes. */
function readIncluded() {
  const lines = readFileSync(path.join(root, 'tsconfig.api.json'), 'utf8').split('\n')
  return JSON.parse(lines.filter((line) => !line.trim().startsWith('//')).join('\n')).include
}

function listSources(folder) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'))
    .map((file) => path.join(folder, file))
}

/** The other options are those of tsconfig.json. */
async function compile(file) {
  const source = path.join(root, file)
  const { code, map } = await transformWithOxc(readFileSync(source, 'utf8'), source, {
    target: 'es2023',
    typescript: { rewriteImportExtensions: true },
  })
  const compiled = `${file.slice(0, -'.ts'.length)}.js`
  const folder = path.dirname(path.join(output, compiled))
  const toHelpers = path.relative(folder, path.join(output, 'helpers')).replaceAll(path.sep, '/')
  const linked = Object.keys(helpers).reduce(
    (text, name) => text.replaceAll(`"@oxc-project/runtime/helpers/${name}"`, `"${toHelpers}/${name}.js"`),
    code,
  )
  write(compiled, `${linked}//# sourceMappingURL=${path.basename(compiled)}.map\n`)
  write(`${compiled}.map`, JSON.stringify({ ...map, sources: [path.relative(folder, source)] }))
}

function write(file, content) {
  const target = path.join(output, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, content)
}
