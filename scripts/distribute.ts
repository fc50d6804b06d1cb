// `npm run db:distribute`: distributes the configured database over the nodes of its Citus cluster. With
// `-- --nodes coordinator:5432,worker1:5432,worker2:5432`, makes these nodes the cluster first. With `-- --plan`, only says
// what it would do. SUPERUSER_URL connects to the same database as a superuser, which the owner then need not be.
import { parseArgs } from 'node:util'
import { addNodes, type ClusterNode, parseNodes } from '../api/lifecycle/clusterNodes.ts'
import { distribute } from '../api/lifecycle/distribute.ts'
import { describeKnownFailure, withOwner } from './ownerClient.ts'

const { values: options } = parseArgs({
  options: { plan: { type: 'boolean', default: false }, nodes: { type: 'string' } },
})
const settings = { isPlan: options.plan, print: (line: string) => console.log(line) }
// The engine needs a superuser on every node. Without this the owner of the database must be one.
const superuserUrl = process.env.SUPERUSER_URL

if (await makeCluster())
  await withOwner(
    async (client) => {
      await distribute(client, settings)
      return true
    },
    { superuserUrl },
  )

/** Whether the nodes that are named, if any, are known to the coordinator now. Otherwise the reason is printed. */
async function makeCluster(): Promise<boolean> {
  if (options.nodes === undefined) return true
  const nodes = readNodes(options.nodes)
  if (!nodes) return false
  let isComplete = false
  // Before the migrations, so that the engine makes their functions on every node in the same order.
  await withOwner(
    async (client) => {
      isComplete = await addNodes(client, nodes, settings)
      if (!isComplete) console.log('Nothing was changed: this was the plan. The tables come after the nodes.')
      return true
    },
    { skipMigrations: true, superuserUrl },
  )
  return isComplete
}

/** Null after the message about a wrong value. */
function readNodes(text: string): ClusterNode[] | null {
  try {
    return parseNodes(text)
  } catch (error) {
    console.error(describeKnownFailure(error) ?? error)
    process.exitCode = 2
    return null
  }
}
