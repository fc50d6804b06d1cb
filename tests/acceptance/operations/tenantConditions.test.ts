import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSchema } from '../../../api/resolvers/all.ts'
import { allRoutes } from '../../../api/routes/all.ts'
import { graphql } from '../../support/client.ts'
import { isCluster } from '../../support/database.ts'
import { readRecordedStatements, recordingEnv } from '../../support/recordedStatements.ts'
import { findScansOfAllTenants } from '../../support/tenantConditions.ts'
import { createContractFixture, type ContractFixture } from '../contract/contractFixture.ts'
import { executeGraphqlOperation, toGraphqlNames } from '../contract/graphqlOperations.ts'
import { routeCases } from '../contract/routeCases.ts'
import { findCaller, send } from '../contract/routeRequests.ts'

// A statement that relies on row-level security alone runs on every node of a cluster: only a condition on tenant_id
// tells PostgreSQL where the rows of a tenant are.

const onCluster = await isCluster()

let folder: string
let file: string
let fixture: ContractFixture

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-statements-'))
  file = path.join(folder, 'statements.jsonl')
  if (onCluster) return
  fixture = await createContractFixture({ ownServer: 'records its statements', env: recordingEnv(file) })
  await callEverything()
}, 120_000)

afterAll(async () => {
  await fixture?.teardown()
  rmSync(folder, { recursive: true, force: true })
})

/** Calls every REST route and every GraphQL operation that does the same. */
async function callEverything(): Promise<void> {
  const schema = await makeSchema()
  for (const { operationId, graphqlOperation } of allRoutes()) {
    const row = routeCases[operationId]!
    const { person, headers } = await findCaller(fixture, row)
    const { graphqlVariables, ...call } = (await row.call?.(fixture, person!)) ?? {}
    const { body } = await send(fixture, operationId, call, person, headers)
    if (!graphqlOperation) continue
    const caller = row.as === 'new member' ? await fixture.signInAgain(person!) : person
    await executeGraphqlOperation(
      schema,
      graphqlOperation,
      toGraphqlNames(body, row),
      graphqlVariables ?? (await row.graphqlCall?.(fixture, person!)) ?? {},
      (query, variables) => graphql(fixture.server.url, caller?.token ?? null, query, variables, headers),
    )
  }
}

const reason = onCluster ? ' (skipped: on a cluster, EXPLAIN shows the shards instead of the tables)' : ''

describe.skipIf(onCluster)(`in the scope of a tenant${reason}`, () => {
  it('every statement limits each table to one tenant', async () => {
    const statements = readRecordedStatements(file).filter(
      ({ scope, sql }) => scope === 'tenant' && /^\s*(select|insert|update|delete|with)\b/i.test(sql),
    )
    expect(statements.length).toBeGreaterThan(100)
    const found: string[] = []
    for (const { sql } of statements) {
      const scans = await findScansOfAllTenants(fixture.db, sql)
      if (scans.length > 0) found.push(`${scans.join(', ')}: ${sql}`)
    }
    expect(found.join('\n\n')).toBe('')
  })

  it.each([
    ['no condition', 'select from leads where id = $1', ['leads leads']],
    ['only the policy', 'select from leads where tenant_id = current_tenant()', ['leads leads']],
    ['an alternative', 'select from leads where tenant_id = $1 or id = $2', ['leads leads']],
    [
      'a join without the tenant',
      'select from leads l join properties p on p.id = l.property_id where l.tenant_id = $1',
      ['properties p'],
    ],
    [
      'the tenant of a user',
      'select from leads l join users u on u.tenant_id = l.tenant_id where u.id = $1',
      ['leads l'],
    ],
    ['an update', 'update leads set status = $1 where id = $2', ['leads leads']],
  ])('finds a statement with %s', async (_, sql, scans) => {
    expect(await findScansOfAllTenants(fixture.db, sql)).toEqual(scans)
  })

  it.each([
    'select from leads where tenant_id = $1 and id = any($2)',
    'select from leads l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id where l.tenant_id = $1',
    'select from properties p where p.tenant_id = $1 and exists (select from leads l where l.tenant_id = p.tenant_id and l.property_id = p.id)',
    'insert into client_actions (tenant_id, id, kind, actor_id, content_hash) values ($1, $2, $3, $4, $5)',
  ])('accepts %s', async (sql) => {
    expect(await findScansOfAllTenants(fixture.db, sql)).toEqual([])
  })
})
