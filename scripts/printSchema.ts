import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { makeSchema } from '../api/resolvers/schema.ts'

/** Prints the GraphQL schema as committed in schema.graphql, or writes it to the file that is named. */
const text = `${printSchema(lexicographicSortSchema(await makeSchema()))}\n`
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, text)
else process.stdout.write(text)
