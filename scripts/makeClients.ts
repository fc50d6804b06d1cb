import 'reflect-metadata'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generate } from '@graphql-codegen/cli'
import { generateApi } from 'swagger-typescript-api'
import { features } from '../api/routes/all.ts'
import { describeRoutes } from '../api/rest/openapi.ts'
import { config } from '../codegen.ts'

// What an integrator does with /api/openapi.json and with schema.graphql: a client made from each, which the tests then
// use as they would.
const rest = path.resolve('tests/clients/rest')
await mkdir(rest, { recursive: true })
const input = path.join(rest, 'openapi.json')
await writeFile(input, JSON.stringify(describeRoutes(features), null, 2))
await generateApi({ input, output: rest, fileName: 'client.ts', silent: true })

await generate({
  silent: true,
  schema: 'schema.graphql',
  generates: {
    'tests/clients/graphql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      documents: 'tests/clients/*.graphql',
      config: { ...config, documentMode: 'string' },
    },
  },
})
