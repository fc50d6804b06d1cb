import type pg from 'pg'
import { byTenant } from '../../api/database/tenantByTenant.ts'
import { findRefusals, readTreeCatalog, type TreeCatalog } from './citusRefusals.ts'
import { findRefusalsOfJoins } from './citusRefusalsOfJoins.ts'
import { findRefusalsAfterChange } from './citusRefusalsOfRoles.ts'
import { findRefusalsOverTenants } from './citusRefusalsOverTenants.ts'
import { withClient } from './databaseNodes.ts'
import { findPlatformRead, platformReads } from './platformReads.ts'
import { isOfTables, type RecordedStatement, type StatementAfterChange } from './recordedStatements.ts'
import { findTablesWithoutTenant } from './tenantOfEachQuery.ts'

/** The statements that a cluster refuses, and the reads of all tenants that are not declared, each after the reasons. */
export async function findRefusedStatements(ownerUrl: string, statements: RecordedStatement[]): Promise<string[]> {
  return findFaulty(ownerUrl, statements, async ({ scope, sql }, client, catalog) => {
    const refusals = await findRefusals(client, catalog, sql)
    refusals.push(...(await findRefusalsOfJoins(client, catalog, sql)))
    if (scope === 'platform') {
      if (!sql.includes(byTenant)) refusals.push(...(await findRefusalsOverTenants(client, catalog, sql)))
      const { fault } = await findPlatformRead(client, catalog, sql)
      if (fault) refusals.push(fault)
    }
    return refusals
  })
}

/** The names of the declared reads of all tenants to which the statements belong, in the order of their declaration. */
export async function findPlatformReads(ownerUrl: string, statements: RecordedStatement[]): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const catalog = await readTreeCatalog(client)
    const found = new Set<string | undefined>()
    for (const { sql } of statements.filter((one) => one.scope === 'platform' && isOfTables(one)))
      found.add((await findPlatformRead(client, catalog, sql)).read?.name)
    return platformReads.map(({ name }) => name).filter((name) => found.has(name))
  })
}

/** The statements that a cluster refuses because the transaction changed the same table in another scope, each after the reasons. */
export async function findStatementsRefusedAfterChanges(
  ownerUrl: string,
  statements: StatementAfterChange[],
): Promise<string[]> {
  return findFaulty(ownerUrl, statements, async ({ sql, after }, client, catalog) =>
    (await findRefusalsAfterChange(client, catalog, sql, after)).map((refusal) => `${refusal}, after ${after}`),
  )
}

/** The statements of one tenant with a subquery that has no condition on it, each after the tables of the subquery. */
export async function findStatementsWithoutTenant(
  ownerUrl: string,
  statements: RecordedStatement[],
): Promise<string[]> {
  const ofTenants = statements.filter(({ scope }) => scope === 'tenant')
  return findFaulty(ownerUrl, ofTenants, async ({ sql }, client, catalog) =>
    (await findTablesWithoutTenant(client, catalog, sql)).map((table) => `${table} without tenant_id = $n`),
  )
}

/** The statements on tables in which `findFaults` finds something, each after what it finds. */
function findFaulty<Statement extends RecordedStatement>(
  ownerUrl: string,
  statements: Statement[],
  findFaults: (statement: Statement, client: pg.Client, catalog: TreeCatalog) => Promise<string[]>,
): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const catalog = await readTreeCatalog(client)
    const found: string[] = []
    for (const statement of statements.filter(isOfTables)) {
      const faults = await findFaults(statement, client, catalog)
      if (faults.length > 0) found.push(`${faults.join('; ')}\n(scope ${statement.scope}) ${statement.sql}`)
    }
    return found
  })
}
