import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { metrics } from '../../../api/domain/performance/metrics.ts'
import { makeSchema } from '../../../api/resolvers/all.ts'
import { storedEventsSql } from '../../../api/events/versions.ts'
import { allRoutes } from '../../../api/routes/all.ts'
import { deliveryBody } from '../../../api/usecases/webhooks/deliveryBodies.ts'
import { graphql, type ApiResponse } from '../../support/client.ts'
import { isCluster } from '../../support/database.ts'
import {
  isOfTables,
  readRecordedStatements,
  readStatementsAfterChanges,
  recordingEnv,
} from '../../support/recordedStatements.ts'
import {
  findRefusedStatements,
  findStatementsRefusedAfterChanges,
  findStatementsWithoutTenant,
} from '../../support/statementCheck.ts'
import { findScansOfAllTenants } from '../../support/tenantConditions.ts'
import { routeCases } from './routeCases.ts'
import { operationsOf, createContractFixture, type ContractFixture } from './contractFixture.ts'
import { findCaller, send } from './routeRequests.ts'
import { createValidator, type ValidateAt } from './schemaValidation.ts'
import { executeGraphqlOperation, toGraphqlNames, withoutTexts } from './graphqlOperations.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-statements-'))
const statementsFile = path.join(folder, 'statements.jsonl')

let fixture: ContractFixture
let schema: GraphQLSchema
let validateAt: ValidateAt

beforeAll(async () => {
  fixture = await createContractFixture({
    ownServer: 'records its statements',
    env: { ...recordingEnv(statementsFile), SIGNUP: 'open' },
  })
  schema = await makeSchema()
  validateAt = createValidator(fixture.document)
}, 120_000)
afterAll(async () => {
  await fixture.teardown()
  rmSync(folder, { recursive: true, force: true })
})

/** Differences between a response and the document; empty when it conforms. */
function findDifferences(operationId: string, { status, body, headers }: ApiResponse): string[] {
  const { method, path, operation } = operationsOf(fixture.document).find(
    (item) => item.operation.operationId === operationId,
  )!
  const documented = operation.responses[String(status)]
  if (!documented) return [`${status} is not documented: ${JSON.stringify(body).slice(0, 300)}`]
  const type = headers.get('content-type')?.split(';')[0] ?? 'none'
  const known = Object.keys(documented.content ?? {}).map((item) => item.split(';')[0]!)
  if (!known.includes(type)) return [`${type} is not documented`]
  if (!type.endsWith('json')) return body['text'] === '' ? ['The file is empty'] : []
  return validateAt(['paths', path, method.toLowerCase(), 'responses', `${status}`, 'content', type, 'schema'], body)
}

const documented = allRoutes()

describe('the contract', () => {
  it('has exactly one case for each route', () => {
    expect(Object.keys(routeCases).sort()).toEqual(documented.map(({ operationId }) => operationId).sort())
  })
})

/** Routes with an id in the path: an unknown id is a 404. */
const routesWithId = documented.filter(({ path, access }) => /:(id|event_id)/.test(path) && access !== 'public')

describe('by REST', () => {
  it.each(routesWithId)('$operationId returns the documented 404 for an unknown id', async ({ operationId }) => {
    const row = routeCases[operationId]!
    const { person, headers } = await findCaller(fixture, row)
    const { graphqlVariables: _, ...call } = (await row.call?.(fixture, person!)) ?? {}
    const params = { id: randomUUID(), event_id: randomUUID() }
    const answer = await send(fixture, operationId, { ...call, params }, person, headers)
    expect(findDifferences(operationId, answer)).toEqual([])
    expect(answer.status).toBe(404)
  })

  it.each(documented)('$operationId responds as documented', async ({ operationId, graphqlOperation, access }) => {
    const row = routeCases[operationId]!
    onTestFinished(() => row.after?.(fixture))
    const { person, headers } = await findCaller(fixture, row)
    const { graphqlVariables, ...call } = (await row.call?.(fixture, person!)) ?? {}
    const answer = await send(fixture, operationId, call, person, headers)
    expect(findDifferences(operationId, answer)).toEqual([])
    expect(answer.status).toBeLessThan(300)
    if (access !== 'public') expect(answer.headers.get('cache-control')).toBe('no-store')
    if (!graphqlOperation) return

    const seen = toGraphqlNames(answer.body, row)
    // A call that ends the caller's session is repeated with another session of the same user.
    const graphqlCaller = row.as === 'new member' ? await fixture.signInAgain(person!) : person
    const variables = graphqlVariables ?? (await row.graphqlCall?.(fixture, person!)) ?? {}
    const received = await executeGraphqlOperation(schema, graphqlOperation, seen, variables, (query, given) =>
      graphql(fixture.server.url, graphqlCaller?.token ?? null, query, given, headers),
    )
    const compared = row.isSecret ? withoutTexts : (value: unknown) => value
    expect(compared(received.answer)).toEqual(compared(received.seen))
    expect(received.fields).toBeGreaterThan(0)
  })
})

// It has no route, and its statements depend on the metric.
describe('by GraphQL alone', () => {
  it.each(metrics)('the receipt of %s is read in the scope of the tenant', async (metric) => {
    const { url } = fixture.server
    const { token, id } = fixture.owner
    const figure = metric.toUpperCase()
    const ways = [{}, { userId: id }, ...(metric === 'total_properties' ? [] : [{ asOf: new Date().toISOString() }])]
    for (const way of ways) {
      const { data, errors } = await graphql(
        ...[url, token],
        `
          query ($input: FigureInput!) {
            explain(input: $input) {
              total
              receipt {
                reversed
                sections {
                  by
                  lines {
                    key
                    amount
                  }
                }
              }
              edges {
                node {
                  isReversed
                }
              }
            }
          }
        `,
        { input: { figure, ...way, corrections: true } },
      )
      expect([way, errors]).toEqual([way, undefined])
      expect([way, data.explain.total >= 0]).toEqual([way, true])
    }
  })
})

describe('the events that the calls recorded', () => {
  it('are delivered with bodies that match the schemas of their types', async () => {
    const { rows } = await fixture.db.query<Parameters<typeof deliveryBody>[0]>(
      `select distinct on (e.type, e.data) e.type, e.position::float8 as position, e.event_id as "eventId",
         e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.actor_id as "actorId", e.data
       from ${storedEventsSql('true')} e where e.type = any($1)`,
      [Object.keys(fixture.document.webhooks)],
    )
    const types = new Set(rows.map(({ type }) => type))
    expect(types.size).toBeGreaterThan(0)
    const faults = rows.flatMap((row) =>
      validateAt(
        ['webhooks', row.type, 'post', 'requestBody', 'content', 'application/json', 'schema'],
        JSON.parse(deliveryBody(row)),
      ).map((fault) => `${row.type}: ${fault}`),
    )
    expect(faults).toEqual([])
  })
})

const onCluster = await isCluster()
const reason = onCluster ? ' (skipped: on a cluster, EXPLAIN shows the shards instead of the tables)' : ''

// A statement that relies on row-level security alone runs on every node of a cluster: only a condition on tenant_id
// tells PostgreSQL where the rows of a tenant are.
describe.skipIf(onCluster)(`in the scope of a tenant${reason}`, () => {
  it('every statement of the calls above limits each table to one tenant', async () => {
    const statements = readRecordedStatements(statementsFile).filter(
      (statement) => statement.scope === 'tenant' && isOfTables(statement),
    )
    expect(statements.length).toBeGreaterThan(100)
    const found: string[] = []
    for (const { sql } of statements) {
      const scans = await findScansOfAllTenants(fixture.db, sql)
      if (scans.length > 0) found.push(`${scans.join(', ')}: ${sql}`)
    }
    expect(found.join('\n\n')).toBe('')
    expect(await findStatementsWithoutTenant(fixture.ownerUrl, statements)).toEqual([])
  })
})

describe('the statements of the calls above', () => {
  it('are none that a cluster refuses', async () => {
    const statements = readRecordedStatements(statementsFile)
    expect(statements.length).toBeGreaterThan(100)
    expect(await findRefusedStatements(fixture.ownerUrl, statements)).toEqual([])
  })

  const reasonOfRoles = onCluster ? ' (skipped: on a cluster, the recorder does not see the scopes)' : ''
  it.skipIf(onCluster)(`are none that a cluster refuses after a change in another scope${reasonOfRoles}`, async () => {
    const statements = readStatementsAfterChanges(statementsFile)
    expect(statements.length).toBeGreaterThan(10)
    expect(await findStatementsRefusedAfterChanges(fixture.ownerUrl, statements)).toEqual([])
  })
})
