// `npm run db:distribute`: distributes the configured database over the nodes of its Citus cluster. With `-- --plan`, only
// says what it would do.
import { parseArgs } from 'node:util'
import { distribute } from '../api/lifecycle/distribute.ts'
import { withOwner } from './ownerClient.ts'

const { values: options } = parseArgs({ options: { plan: { type: 'boolean', default: false } } })

await withOwner(async (client) => {
  await distribute(client, { isPlan: options.plan, print: (line) => console.log(line) })
  return true
})
