import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import path from 'node:path'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildSchema, lexicographicSortSchema, parse } from 'graphql'
import {
  leadStatusLabels,
  priorityLabels,
  propertyStatusLabels,
  propertyTypeLabels,
  roleLabels,
} from '../api/domain/enums.ts'
import type { Field } from '../api/domain/fields.ts'
import { importColumns } from '../api/domain/imports/importFields.ts'
import { importPresets } from '../api/domain/imports/importPresets.ts'
import { wordMeanings } from '../api/domain/imports/importWords.ts'
import { leadFields } from '../api/domain/leads/leadFields.ts'
import { propertyFields } from '../api/domain/properties/propertyFields.ts'

// Generates the types of the client's documents from schema.graphql into `web/gql`, which is not committed, and the fields of records and the
// labels of enums from their tables; with --watch, the types again when a document changes. Node runs this file without a loader.

interface Client {
  /** A folder, with a slash at its end. */
  output: string
  /** Patterns of the files with the documents. */
  documents: string[]
  except?: string[]
  presetConfig?: Record<string, unknown>
  config?: Record<string, unknown>
}

/** Sent as plain strings by `lib/request.ts`, so that the screens before sign-in need no GraphQL printer. */
const plainDocuments = [
  'web/features/auth/*.graphql',
  'web/session/person/logout.graphql',
  'web/session/person/sessionUser.graphql',
]

/** The hash of each document is sent in place of its text, which the server reads from persisted-documents.json. */
const persistedDocuments = {
  mode: 'embedHashInDocument',
  // 126 bits are enough to tell documents apart, and hashes do not compress: whole ones added 3 kB to the scripts of a screen.
  hashAlgorithm: (document: string) => createHash('sha256').update(document).digest('base64url').slice(0, 21),
}

const webClients: Client[] = [
  {
    output: 'web/gql/',
    documents: ['web/**/*.graphql'],
    except: ['web/features/auth/*.graphql', 'web/features/signUp/*.graphql', 'web/session/person/logout.graphql'],
    presetConfig: { persistedDocuments },
  },
  {
    output: 'web/gql/plain/',
    documents: plainDocuments,
    presetConfig: { persistedDocuments },
    config: { documentMode: 'string' },
  },
  {
    // Plain too, and apart, so that the sign-in does not load them.
    output: 'web/gql/signUp/',
    documents: ['web/features/signUp/*.graphql', 'web/session/person/sessionUser.graphql'],
    presetConfig: { persistedDocuments },
    config: { documentMode: 'string' },
  },
]

const commonConfig = {
  enumsAsTypes: true,
  useTypeImports: true,
  skipTypename: true,
  scalars: { DateTimeISO: 'string', JSON: 'unknown' },
}

/** Writes the typed documents of each client. Throws an error with the document and the reason if one does not fit the schema. */
export async function generateClients(clients: Client[]): Promise<void> {
  const text = readFileSync('schema.graphql', 'utf8')
  const schema = parse(text)
  const schemaAst = lexicographicSortSchema(buildSchema(text))
  for (const { output, documents, except, presetConfig, config } of clients) {
    const files = await preset.buildGeneratesSection({
      baseOutputDir: output,
      presetConfig: { fragmentMasking: false, ...presetConfig },
      plugins: [],
      pluginMap: {},
      schema,
      schemaAst,
      documents: globSync(documents, { exclude: except }).sort().map(readDocument),
      config: { ...commonConfig, ...config },
    })
    mkdirSync(output, { recursive: true })
    // The others are for documents inside TypeScript files.
    const wanted = files.filter(({ filename }) => /(graphql\.ts|persisted-documents\.json)$/.test(filename))
    const contents = await Promise.all(wanted.map(codegen))
    wanted.forEach(({ filename }, index) =>
      writeFileSync(
        filename,
        filename.endsWith('.ts') && !config?.['documentMode']
          ? splitModule(output, contents[index]!)
          : contents[index]!,
      ),
    )
  }
}

/**
 * Writes the types into `types.ts` and each document into a module of its own: the bundler puts a module into one chunk, and a screen
 * should load only its own documents. Returns the text of the module that exports them all.
 */
function splitModule(output: string, text: string): string {
  const folder = path.join(output, 'documents')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const nodeType = `import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';\n`
  const isDocument = (line: string) => line.startsWith('export const ') && line.endsWith('>;')
  const [documents, types] = [true, false].map((wanted) =>
    text.split('\n').filter((line) => isDocument(line) === wanted),
  )
  const names = documents!.map((line) => {
    const name = line.split(' ', 3)[2]!
    const typeNames = line
      .slice(line.lastIndexOf('DocumentNode<') + 'DocumentNode<'.length, -2)
      .replace(', unknown', '')
    const typeImport = `import type { ${typeNames} } from '../types.ts'\n`
    writeFileSync(path.join(folder, `${name}.ts`), `${nodeType}${typeImport}${line}\n`)
    return name
  })
  writeFileSync(path.join(output, 'types.ts'), types!.join('\n').replace(nodeType, ''))
  const exports = names.map((name) => `export { ${name} } from './documents/${name}.ts'\n`)
  return `export type * from './types.ts'\n${exports.join('')}`
}

function readDocument(location: string) {
  const rawSDL = readFileSync(location, 'utf8')
  return { location: path.resolve(location), rawSDL, document: parse(rawSDL) }
}

/** Generates again when a document changes, until the process is stopped. A document that does not fit is reported. */
function watchDocuments(): void {
  watch('web', { recursive: true }, (_event, file) => {
    if (file?.endsWith('.graphql')) generateClients(webClients).catch((error: Error) => console.error(error.message))
  })
}

/** Writes what the client knows of the fields of records: their labels, the columns of imports, and the texts of its forms. */
function writeFields(): void {
  const edited = Object.entries<Field>(propertyFields).flatMap(([name, { label, control, maxLength }]) =>
    control ? [{ name, label, control, maxLength }] : [],
  )
  const labels = Object.fromEntries(
    Object.entries<Field>({ ...leadFields, ...propertyFields }).map(([name, { label }]) => [name, label]),
  )
  mkdirSync('web/gql', { recursive: true })
  writeConstants('web/gql/fields.ts', { fieldLabels: labels, editedTexts: edited })
  // A file of its own, because only the screen of imports loads it.
  writeConstants('web/gql/importFields.ts', { importColumns, importPresets, wordMeanings })
  writeFileSync(
    'web/gql/fields.graphql',
    `fragment EditedTexts on Property {\n${edited.map(({ name }) => `  ${name}\n`).join('')}}\n`,
  )
}

/** Writes the labels of enums, by their names in the schema. */
function writeLabels(): void {
  const byName = (labels: Record<string, string>) =>
    Object.fromEntries(Object.entries(labels).map(([value, label]) => [value.toUpperCase(), label]))
  writeConstants('web/gql/labels.ts', {
    propertyTypeLabels: byName(propertyTypeLabels),
    statusLabels: byName({ ...propertyStatusLabels, ...leadStatusLabels }),
    priorityLabels: byName(priorityLabels),
  })
  // A file of its own, because the screens before sign-in load only the roles.
  writeConstants('web/gql/roleLabels.ts', { roleLabels: byName(roleLabels) })
}

function writeConstants(file: string, values: Record<string, unknown>): void {
  const lines = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const\n`,
  )
  writeFileSync(file, lines.join('\n'))
}

if (import.meta.main) {
  writeFields()
  writeLabels()
  await generateClients(webClients)
  if (process.argv.includes('--watch')) watchDocuments()
}
