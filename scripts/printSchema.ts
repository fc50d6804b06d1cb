import 'reflect-metadata'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { makeSchema } from '../api/resolvers/all.ts'

// `npm run schema` writes schema.graphql from the server's classes; --check only reports whether it is up to date.
const file = fileURLToPath(new URL('../schema.graphql', import.meta.url))
const fresh = `${printSchema(lexicographicSortSchema(await makeSchema()))}\n`
const current = existsSync(file) ? readFileSync(file, 'utf8') : ''

if (!process.argv.includes('--check')) {
  writeFileSync(file, fresh)
  console.log(current === fresh ? 'schema.graphql was up to date.' : 'schema.graphql is written.')
} else if (current !== fresh) {
  console.error('schema.graphql is not what the server answers: run npm run schema and commit it.')
  process.exitCode = 1
}
