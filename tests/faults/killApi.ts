import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../api/database/embeddedServer.ts'
import { startTcpProxy } from '../support/tcpProxy.ts'
import { startKnockLoad } from './knockLoad.ts'
import { keptAim, keptResult, waitForMoreKnocks, withKnockScenario } from './knockScenario.ts'
import type { FaultRow } from './row.ts'

const processCount = 3

/** Kills API processes (SIGKILL) under load; a proxy in front of them distributes connections in turn. */
export const killApi: FaultRow = {
  name: 'killApi',
  title: `kill -9 of an API process, ${processCount} behind a proxy`,
  aim: keptAim,
  longCount: 500,
  shortCount: 6,
  async run({ count, log }) {
    const outcome = await withKnockScenario({ clients: 12 }, async ({ environment, testTenant, startApi }) => {
      const ports: number[] = []
      while (ports.length < processCount) ports.push(await findFreePort())
      const servers = await Promise.all(ports.map((port) => startApi(port)))
      const proxy = await startTcpProxy(ports)
      environment.onTeardown(() => proxy.close())
      const load = startKnockLoad(`http://127.0.0.1:${proxy.port}`, testTenant)
      let kills = 0
      // Each process is killed at a random moment of its life, also while another one restarts.
      await Promise.all(
        servers.map(async (server, n) => {
          for (let current = server; kills < count;) {
            kills += 1
            await waitForMoreKnocks(load, 10)
            await sleep(Math.random() * 60)
            await current.kill()
            log(`API process killed, ${kills} of ${count}: ${load.acknowledged.size} knocks acknowledged`)
            current = await startApi(ports[n]!)
          }
        }),
      )
      await waitForMoreKnocks(load, 20)
      return { load, rounds: kills }
    })
    return keptResult(outcome)
  },
}
