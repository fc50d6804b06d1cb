// Runs a coordinator and two workers on this machine until it is told to stop. `npm run cluster -- --citus` starts this process, which
// sends it the URL of the database in a message, because the URL contains the password.
import path from 'node:path'
import { readConfig } from '../api/config.ts'
import { findCitus, startCitusNodes } from './citusNodes.ts'
import { describeKnownFailure } from './ownerClient.ts'

let isStopping = false
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopping = true
      resolve()
    })
})

try {
  const nodes = await startCitusNodes({
    dataDir: path.join(readConfig().dataDir, 'citus'),
    binaries: findCitus(),
    print: (line) => console.log(line),
  })
  // Nothing else keeps this process running.
  process.channel?.ref()
  if (!isStopping) process.send?.({ url: nodes.url })
  await stopped
  await nodes.stop()
} catch (error) {
  console.error(describeKnownFailure(error) ?? error)
  process.exitCode = 1
}
process.exit()
