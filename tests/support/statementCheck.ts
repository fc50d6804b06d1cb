import { findRefusals, readTreeCatalog } from './citusRefusals.ts'
import { withClient } from './databaseNodes.ts'
import { isOfTables, type RecordedStatement } from './recordedStatements.ts'

/** The statements that a cluster refuses, each after the reasons. */
export async function findRefusedStatements(ownerUrl: string, statements: RecordedStatement[]): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const catalog = await readTreeCatalog(client)
    const found: string[] = []
    for (const { scope, sql } of statements.filter(isOfTables)) {
      const refusals = await findRefusals(client, catalog, sql)
      if (refusals.length > 0) found.push(`${refusals.join('; ')}\n(scope ${scope}) ${sql}`)
    }
    return found
  })
}
