import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, it } from 'vitest'
import type { Database } from '../database/connection.ts'
import { healthRouter } from './health.ts'

it('the readiness names the nodes that do not answer, and stays, because the tenants of the others are served', async () => {
  let missing: string[] = []
  const database = { within: () => Promise.resolve([]), missingNodes: () => missing } as unknown as Database
  const server = express()
    .use(healthRouter({ database, isStopping: () => false }))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health/ready`)
    return { status: answer.status, body: await answer.json() }
  }
  expect(await read()).toEqual({ status: 200, body: { status: 'ok' } })
  missing = ['worker1:5432']
  expect(await read()).toEqual({ status: 200, body: { status: 'ok', missing_nodes: ['worker1:5432'] } })
  server.close()
  await once(server, 'close')
})
