import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { findFreePort } from '../../api/database/embeddedServer.ts'
import { startTcpProxy } from '../support/tcpProxy.ts'
import { startKnockLoad } from './knockLoad.ts'
import { keptAim, interruptedResult, waitForMoreKnocks, withKnockScenario } from './knockScenario.ts'
import type { FaultRow } from './row.ts'

const processCount = 3

/** Kills API processes (SIGKILL) under load; a proxy in front of them distributes connections in turn. */
export const killApi: FaultRow = {
  name: 'killApi',
  title: `kill -9 of an API process, ${processCount} behind a proxy`,
  aim: keptAim,
  longCount: 500,
  shortCount: 3,
  async run({ count, log }) {
    const outcome = await withKnockScenario({ clients: 12 }, async ({ environment, testTenant, startApi }) => {
      const ports: number[] = []
      while (ports.length < processCount) ports.push(await findFreePort())
      const servers = await Promise.all(ports.map((port) => startApi(port)))
      const proxy = await startTcpProxy(ports)
      environment.onTeardown(() => proxy.close())
      // Clients that pause leave the processors to the processes that start.
      const load = startKnockLoad(`http://127.0.0.1:${proxy.port}`, testTenant, { thinkMs: 20 })
      let kills = 0
      // One process always serves, so that the others are killed while appends are in flight.
      const restart = pLimit(processCount - 1)
      await Promise.all(
        servers.map(async (server, n) => {
          let current = server
          const killAndStart = async () => {
            if (kills === count) return
            const round = (kills += 1)
            await waitForMoreKnocks(load, 10)
            await sleep(Math.random() * 60)
            await current.kill()
            log(`API process killed, ${round} of ${count}: ${load.acknowledged.size} knocks acknowledged`)
            current = await startApi(ports[n]!)
          }
          while (kills < count) await restart(killAndStart)
        }),
      )
      await waitForMoreKnocks(load, 20)
      return { load, rounds: kills }
    })
    return interruptedResult(outcome)
  },
}
