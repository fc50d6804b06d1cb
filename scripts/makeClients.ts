import 'reflect-metadata'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generateApi } from 'swagger-typescript-api'
import { features } from '../api/routes/all.ts'
import { describeRoutes } from '../api/routes/openapi.ts'

// What an integrator does with /api/openapi.json: a client made from it, which the tests then use as they would.
const folder = path.resolve('tests/clients/rest')
await mkdir(folder, { recursive: true })
await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(describeRoutes(features), null, 2))
await generateApi({
  input: path.join(folder, 'openapi.json'),
  output: folder,
  fileName: 'client.ts',
  silent: true,
})
