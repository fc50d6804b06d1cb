import 'reflect-metadata'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generate } from 'openapi-typescript-codegen'
import { features } from '../api/routes/all.ts'
import { describeRoutes } from '../api/rest/openapi.ts'
import { generateClients } from './codegen.ts'

// Generates a REST client from the OpenAPI document and a GraphQL client from schema.graphql, as users of the API would.
// The acceptance tests use both.
const rest = path.resolve('tests/clients/rest')
await mkdir(rest, { recursive: true })
const input = path.join(rest, 'openapi.json')
await writeFile(input, JSON.stringify(describeRoutes(features), null, 2))
await generate({ input, output: rest, clientName: 'Api', useOptions: true, useUnionTypes: true })

await generateClients([
  { output: 'tests/clients/graphql/', documents: ['tests/clients/*.graphql'], config: { documentMode: 'string' } },
])
