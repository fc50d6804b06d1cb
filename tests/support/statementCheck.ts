import { byTenant } from '../../api/database/tenantByTenant.ts'
import { findRefusals, readTreeCatalog } from './citusRefusals.ts'
import { findRefusalsOfJoins } from './citusRefusalsOfJoins.ts'
import { findRefusalsAfterChange } from './citusRefusalsOfRoles.ts'
import { findRefusalsOverTenants } from './citusRefusalsOverTenants.ts'
import { withClient } from './databaseNodes.ts'
import { findPlatformRead, platformReads } from './platformReads.ts'
import { isOfTables, type RecordedStatement, type StatementAfterChange } from './recordedStatements.ts'
import { findTablesWithoutTenant } from './tenantOfEachQuery.ts'

/** The statements that a cluster refuses, and the reads of all tenants that are not declared, each after the reasons. */
export async function findRefusedStatements(ownerUrl: string, statements: RecordedStatement[]): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const catalog = await readTreeCatalog(client)
    const found: string[] = []
    for (const { scope, sql } of statements.filter(isOfTables)) {
      const refusals = await findRefusals(client, catalog, sql)
      refusals.push(...(await findRefusalsOfJoins(client, catalog, sql)))
      if (scope === 'platform') {
        if (!sql.includes(byTenant)) refusals.push(...(await findRefusalsOverTenants(client, catalog, sql)))
        const { fault } = await findPlatformRead(client, catalog, sql)
        if (fault) refusals.push(fault)
      }
      if (refusals.length > 0) found.push(`${refusals.join('; ')}\n(scope ${scope}) ${sql}`)
    }
    return found
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
  return withClient(ownerUrl, async (client) => {
    const catalog = await readTreeCatalog(client)
    const found: string[] = []
    for (const { scope, sql, after } of statements.filter(isOfTables)) {
      const refusals = await findRefusalsAfterChange(client, catalog, sql, after)
      if (refusals.length > 0) found.push(`${refusals.join('; ')}\n(scope ${scope}) ${sql}\nafter ${after}`)
    }
    return found
  })
}

/** The statements of one tenant with a subquery that does not name it, each after the tables. */
export async function findStatementsWithoutTenant(
  ownerUrl: string,
  statements: RecordedStatement[],
): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const catalog = await readTreeCatalog(client)
    const found: string[] = []
    for (const { sql } of statements.filter((one) => one.scope === 'tenant' && isOfTables(one))) {
      const tables = await findTablesWithoutTenant(client, catalog, sql)
      if (tables.length > 0) found.push(`${tables.join(', ')} without tenant_id = $n in the same query: ${sql}`)
    }
    return found
  })
}
