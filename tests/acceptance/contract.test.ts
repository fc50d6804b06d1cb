import { randomUUID } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSchema } from '../../api/resolvers/schema.ts'
import { allRoutes } from '../../api/routes/all.ts'
import type { Person } from '../world.ts'
import { graphql, rest, type Answer } from './client.ts'
import { rows, type ContractRow } from './contractRows.ts'
import { operationsOf, setContractStage, type Call, type ContractStage } from './contractStage.ts'
import { schemasOf, type FaultsAt } from './contractSchema.ts'
import { askTwin, inGraphql } from './contractTwins.ts'

let stage: ContractStage
let schema: GraphQLSchema
let faultsAt: FaultsAt

beforeAll(async () => {
  stage = await setContractStage()
  schema = await makeSchema()
  faultsAt = schemasOf(stage.document)
}, 120_000)
afterAll(() => stage.end())

/** Whoever calls: a global admin in the team's tenant unless the row says who. */
async function callerOf(row: ContractRow): Promise<{ person: Person | null; headers: Record<string, string> }> {
  if (row.as === 'nobody') return { person: null, headers: {} }
  if (row.as === 'rep') return { person: stage.rep, headers: {} }
  if (row.as === 'newcomer') return { person: await stage.member(), headers: {} }
  return { person: stage.boss, headers: { 'x-tenant-id': stage.world.tenantId } }
}

async function send(operationId: string, call: Call, person: Person | null, headers: Record<string, string>) {
  const { method, path } = operationsOf(stage.document).find((one) => one.operation.operationId === operationId)!
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? ''))
  const query = new URLSearchParams(Object.entries(call.query ?? {}).map(([name, value]) => [name, `${value}`]))
  const target = `${filled}${query.size > 0 ? `?${query}` : ''}`
  if (!call.form) return rest(stage.server.url, person?.token ?? null, method, target, call.body, headers)
  const authorization = `Bearer ${person!.token}`
  const sent = { method, body: call.form, headers: { authorization, ...headers } }
  const response = await fetch(`${stage.server.url}/api${target}`, sent)
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

/** What is wrong with an answer when it is held against the document; empty when nothing is. */
function faultsOf(operationId: string, { status, body, headers }: Answer): string[] {
  const { method, path, operation } = operationsOf(stage.document).find(
    (one) => one.operation.operationId === operationId,
  )!
  const documented = operation.responses[String(status)]
  if (!documented) return [`${status} is not documented: ${JSON.stringify(body).slice(0, 300)}`]
  const type = headers.get('content-type')?.split(';')[0] ?? 'none'
  const known = Object.keys(documented.content ?? {}).map((one) => one.split(';')[0]!)
  if (!known.includes(type)) return [`${type} is not documented`]
  if (!type.endsWith('json')) return body['text'] === '' ? ['The file is empty'] : []
  return faultsAt(['paths', path, method.toLowerCase(), 'responses', `${status}`, 'content', type, 'schema'], body)
}

const documented = allRoutes()

describe('the contract', () => {
  it('has a row for each route, and none that is not there', () => {
    expect(Object.keys(rows).sort()).toEqual(documented.map(({ operationId }) => operationId).sort())
  })
})

/** Routes of one thing: another one's id, or nobody's, is unknown. */
const ofOneThing = documented.filter(({ path, access }) => /:(id|event_id)/.test(path) && access !== 'public')

describe('by REST', () => {
  it.each(ofOneThing)('$operationId says in the documented form that a thing is unknown', async ({ operationId }) => {
    const row = rows[operationId]!
    const { person, headers } = await callerOf(row)
    const { twin: _, ...call } = (await row.call?.(stage)) ?? {}
    const params = { id: randomUUID(), event_id: randomUUID() }
    const answer = await send(operationId, { ...call, params }, person, headers)
    expect(faultsOf(operationId, answer)).toEqual([])
    expect(answer.status).toBe(404)
  })

  it.each(documented)('$operationId answers as it is documented', async ({ operationId, twin }) => {
    const row = rows[operationId]!
    const { person, headers } = await callerOf(row)
    const { twin: variables = {}, ...call } = (await row.call?.(stage)) ?? {}
    const answer = await send(operationId, call, person, headers)
    expect(faultsOf(operationId, answer)).toEqual([])
    expect(answer.status).toBeLessThan(300)
    if (!twin) return

    const seen = inGraphql(answer.body, row)
    // What ends the session that asks is asked by another one of the same person.
    const asker = row.as === 'newcomer' ? await stage.again(person!) : person
    const told = await askTwin(schema, twin, seen, variables, (query, given) =>
      graphql(stage.server.url, asker?.token ?? null, query, given, headers),
    )
    expect(told.answer).toEqual(told.seen)
    expect(told.fields).toBeGreaterThan(0)
  })
})
