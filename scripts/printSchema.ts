import 'reflect-metadata'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { makeSchema } from '../api/resolvers/all.ts'

// `npm run schema` generates schema.graphql from the server's classes; `--check` only reports whether it is up to date.
const file = fileURLToPath(new URL('../schema.graphql', import.meta.url))
const generated = `${printSchema(lexicographicSortSchema(await makeSchema()))}\n`
const current = existsSync(file) ? readFileSync(file, 'utf8') : ''

if (!process.argv.includes('--check')) {
  writeFileSync(file, generated)
  console.log(current === generated ? 'schema.graphql is up to date.' : 'schema.graphql was updated.')
} else if (current !== generated) {
  console.error('schema.graphql is out of date. Run npm run schema and commit the file.')
  process.exitCode = 1
}
