import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isEnumType, isObjectType } from 'graphql'
import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLongForm } from '../support/longForm.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { createCallers, type Caller } from './callers.ts'
import { Choices } from './choices.ts'
import { idKindOf, readNewestIds, type IdKind } from './ids.ts'
import { endsSessions, readOperations, type Operations } from './operations.ts'
import { makeGraphqlRequest, makeRestRequest, type ValueSource } from './requestMaker.ts'
import { createSender, describeRequest, type ApiRequest, type Sender } from './requests.ts'
import { runSocketSession } from './socketFrames.ts'

/** A public constant that an earlier release executed, and other texts that programs take for something else. */
const oddValues = [null, '', 'x', '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d', '%', '\u0000']
const concurrency = 16
const enumValues = new Set(
  Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap()).flatMap((type) =>
    isEnumType(type) ? type.getValues().map(({ name }) => name) : [],
  ),
)
const unknownId = '00000000-0000-7000-8000-000000000000'

let fixture: ServerFixture
let operations: Operations
let sender: Sender
let ids: Record<IdKind, string[]>
let callers: Caller[]

beforeAll(async () => {
  // Each request comes from another address, so that limits for addresses do not hide what is behind them.
  fixture = await createServerFixture({ demoTown: true, ownServer: 'trusts a proxy', env: { TRUSTED_PROXIES: '1' } })
  operations = await readOperations(fixture.server.url)
  sender = createSender(fixture.server.url, concurrency)
  ids = await readNewestIds(fixture.db)
  const wanted = ['sales_rep', 'owner', 'global_admin in the tenant']
  const all = await createCallers(fixture.db, fixture.server.url, fixture.testTenant.tenantId)
  callers = all.filter(({ who }) => wanted.includes(who))
}, 120_000)
afterAll(async () => {
  sender.close()
  await fixture.teardown()
})

/** Whether a field is selected, without arguments: the fields of the result and of what is in it. */
const isSelected = (path: string) => !path.includes('.') && path.split('/').length <= 3

/** A source of the same valid values each time, except at `target`. It sends what is required, and the rest if `isComplete`. */
function sourceWith(target: string, value: unknown, isComplete: boolean, paths = new Set<string>()): ValueSource {
  const leadsToTarget = (path: string) => target === path || target.startsWith(`${path}.`)
  return {
    choices: new Choices(1),
    // What ends a session would end those of the callers.
    id: (name, operation) =>
      endsSessions(operation) ? unknownId : (ids[idKindOf(name, operation)].at(-1) ?? unknownId),
    text: (name) => (/email/i.test(name) ? 'sample@sample.example' : 'Sample'),
    junk(path) {
      paths.add(path)
      return path === target ? { value } : null
    },
    includes: (path) => leadsToTarget(path) || (path.startsWith('/') ? isSelected(path) : isComplete),
    listLength: () => 1,
  }
}

/** The request with each odd value at each place that `make` asks a value for. */
function* variations<Made>(make: (source: ValueSource) => Made, more: string[] = []): Generator<Made> {
  const paths = new Set<string>()
  make(sourceWith('', null, true, paths))
  for (const path of [...paths, ...more])
    for (const value of oddValues)
      for (const isComplete of [true, false]) yield make(sourceWith(path, value, isComplete))
}

/** The arguments of the fields of what a root field returns, by their paths. */
function argumentsBelow({ field }: Operations['graphql'][number]): string[] {
  const type = getNamedType(field.type)
  if (!isObjectType(type)) return []
  return Object.values(type.getFields()).flatMap(({ name, args }) => args.map((arg) => `/${name}.${arg.name}`))
}

let sent = 0
const addressed = (caller: Caller) => ({
  ...caller.headers,
  'content-type': 'application/json',
  'x-forwarded-for': `198.51.${(sent += 1) % 250}.${Math.floor(sent / 250) % 250}`,
})

/** Sends the requests, and returns the answers that blame the server. */
async function findFaults(requests: Iterable<ApiRequest>): Promise<string[]> {
  const limit = pLimit(concurrency)
  const answers = [...requests].map((request) =>
    limit(async () => {
      const { status, text, headers } = await sender.send(request)
      const isLimited = status === 503 && headers['retry-after'] !== undefined
      const isFault = (status >= 500 && !isLimited) || text.includes('"code":"INTERNAL_SERVER_ERROR"')
      return isFault ? [`${status} for ${describeRequest({ ...request, headers: {} })}: ${text.slice(0, 200)}`] : []
    }),
  )
  return (await Promise.all(answers)).flat().slice(0, 40)
}

/** The callers end their own sessions with these. */
const endsOwnSession = (name: string) => /^logout|changePassword/.test(name)

/** A request for each variation of each operation. No document is sent twice, so that each is read anew. */
function graphqlRequests(caller: Caller, toBody: (query: string, variables: Record<string, unknown>) => object) {
  return operations.graphql
    .filter(({ kind, field }) => kind !== 'subscription' && !endsOwnSession(field.name))
    .flatMap((operation) => {
      const make = (source: ValueSource) => makeGraphqlRequest(operation.kind, operation.field, source)
      return [...variations(make, argumentsBelow(operation))].map(({ query, variables }) => {
        const headers = addressed(caller)
        const named = query.replace(' ', ` Sample${sent} `)
        return { method: 'POST', path: '/graphql', headers, body: JSON.stringify(toBody(named, variables)) }
      })
    })
}

function restRequests(caller: Caller): ApiRequest[] {
  return operations.rest
    .filter(({ operation }) => !endsOwnSession(operation.operationId))
    .flatMap((operation) =>
      [...variations((source) => makeRestRequest(operations.document, operation, source))].map(
        ({ contentType, ...request }) => ({
          ...request,
          headers: { ...addressed(caller), ...(contentType ? { 'content-type': contentType } : {}) },
        }),
      ),
    )
}

/**
 * What one of `count` callers sends: each odd value is sent at each place by one of them, with all other values or only the required
 * ones, and each caller sends all odd values. In the long form each caller sends all variations.
 */
function shareOf(requests: ApiRequest[], caller: number, count: number): ApiRequest[] {
  if (isLongForm) return requests
  // As `variations` makes them: both kinds of each value at each place.
  return requests.filter((_, n) => {
    const place = Math.floor(n / (2 * oddValues.length))
    const value = Math.floor(n / 2) % oddValues.length
    const kind = (value + Math.floor(place / count)) % 2
    return (value + place) % count === caller && n % 2 === kind
  })
}

const callerOf = (who: string) => callers.find((caller) => caller.who === who)!
const bothEnds = it.each([
  ['sales_rep', 0],
  ['global_admin in the tenant', 1],
] as const)

describe('null, an empty text or an odd text in place of a value is never an error of the server', () => {
  bothEnds('in the variables of GraphQL by %s', { timeout: 300_000 }, async (who, n) => {
    const requests = graphqlRequests(callerOf(who), (query, variables) => ({ query, variables }))
    expect(requests.length).toBeGreaterThan(3_000)
    expect(await findFaults(shareOf(requests, n, 3))).toEqual([])
  })

  it('in the literals of a GraphQL document', { timeout: 300_000 }, async () => {
    const requests = graphqlRequests(callerOf('owner'), (query, variables) => ({
      query: withLiterals(query, variables),
    }))
    expect(await findFaults(shareOf(requests, 2, 3))).toEqual([])
  })

  bothEnds('in REST by %s', { timeout: 300_000 }, async (who, n) => {
    const requests = restRequests(callerOf(who))
    expect(requests.length).toBeGreaterThan(2_000)
    expect(await findFaults(shareOf(requests, n, 2))).toEqual([])
  })

  it('in subscriptions', async () => {
    const caller = callerOf('owner')
    for (const operation of operations.graphql.filter(({ kind }) => kind === 'subscription')) {
      const payloads = [...variations((source) => makeGraphqlRequest(operation.kind, operation.field, source))]
      const frames = payloads.map((payload, id) => JSON.stringify({ type: 'subscribe', id: `${id}`, payload }))
      const init = JSON.stringify({ type: 'connection_init', payload: caller.headers })
      const { received } = await runSocketSession(fixture.server.url, [init, ...frames])
      expect(received).not.toContain('"code":"INTERNAL_SERVER_ERROR"')
    }
  })
})

/** The document with the values of the variables in their places. Enum values have no quotes. */
function withLiterals(query: string, variables: Record<string, unknown>): string {
  const literalOf = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
    if (typeof value === 'object' && value !== null)
      return `{ ${Object.entries(value)
        .map(([name, inner]) => `${name}: ${literalOf(inner)}`)
        .join(', ')} }`
    return typeof value === 'string' && enumValues.has(value) ? value : JSON.stringify(value)
  }
  const start = query.indexOf('{')
  const [kind, name] = query.slice(0, start).split(' ')
  return `${kind} ${name} ${query.slice(start).replaceAll(/\$(v\d+)/g, (_, name: string) => literalOf(variables[name]))}`
}
