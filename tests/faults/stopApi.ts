import { startKnockLoad } from './knockLoad.ts'
import { keptAim, keptResult, waitForMoreKnocks, withOneApi } from './knockScenario.ts'
import type { FaultRow } from './row.ts'

/** Stops the API (SIGTERM) under load and starts it again. Each time it must exit with code 0. */
export const stopApi: FaultRow = {
  name: 'stopApi',
  title: 'stop and start of the API',
  aim: keptAim,
  longCount: 20,
  shortCount: 1,
  async run({ count, log }) {
    const outcome = await withOneApi({}, async ({ testTenant, port, server, startApi }) => {
      let current = server
      const load = startKnockLoad(server.url, testTenant)
      for (let round = 1; round <= count; round += 1) {
        await waitForMoreKnocks(load, 20)
        const code = await current.stop()
        if (code !== 0) load.refusals.push(`The API ended with ${code} after SIGTERM`)
        current = await startApi(port)
        log(`API stopped, ${round} of ${count}: ${load.acknowledged.size} knocks acknowledged`)
      }
      await waitForMoreKnocks(load, 20)
      return { load, rounds: count }
    })
    return keptResult(outcome)
  },
}
