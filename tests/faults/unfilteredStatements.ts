import pg from 'pg'

/** What statements without a tenant filter did, sent as the application in the scope of another tenant. */
export interface StatementResult {
  statements: number
  leaks: string[]
}

/**
 * Reads and writes every table of the foreign tenant as the application's login role, without any condition of the
 * application: only row-level security and privileges protect the rows. Everything is rolled back.
 */
export async function sendUnfilteredStatements(
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
  ownTenantId: string,
  foreignTenantId: string,
): Promise<StatementResult> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  const app = new pg.Client({ connectionString: appUrl })
  await Promise.all([owner.connect(), app.connect()])
  const result: StatementResult = { statements: 0, leaks: [] }
  const scopes = [
    `set local role porchlight_tenant; set local app.tenant_id = '${ownTenantId}'`,
    'set local role porchlight_tenant',
    `set local app.tenant_id = '${foreignTenantId}'`,
  ]
  const countRows = async (scope: string, sql: string, values: unknown[]) => {
    await app.query(`begin; ${scope}`)
    const { rowCount } = await app.query(sql, values)
    await app.query('rollback')
    return rowCount ?? 0
  }
  const check = async (scope: string, sql: string, values: unknown[] = []) => {
    result.statements += 1
    await app.query(`begin; ${scope}`)
    try {
      const { rowCount } = await app.query(sql, values)
      if (rowCount) result.leaks.push(`${rowCount} rows: ${sql} in the scope ${scope}`)
    } catch (error) {
      // Refused for lack of a privilege, by row-level security or by the log's trigger.
      if (!(error instanceof pg.DatabaseError)) throw error
    } finally {
      await app.query('rollback')
    }
  }
  try {
    const foreignScope = `set local role porchlight_tenant; set local app.tenant_id = '${foreignTenantId}'`
    if ((await countRows(foreignScope, 'select from properties where tenant_id = $1', [foreignTenantId])) === 0)
      throw new Error('The other tenant does not see its own rows, so no leak would be found.')
    for (const table of await readTables(owner)) {
      const name = pg.escapeIdentifier(table.name)
      const { rows } = await owner.query<{ row: object }>(
        `select to_json(t) as row from ${name} t where tenant_id = $1 limit 20`,
        [foreignTenantId],
      )
      for (const scope of scopes) {
        await check(scope, `select from ${name} where tenant_id = $1`, [foreignTenantId])
        await check(scope, `select from ${name} where tenant_id <> $1`, [ownTenantId])
        await check(scope, `update ${name} set tenant_id = tenant_id where tenant_id <> $1`, [ownTenantId])
        await check(scope, `delete from ${name} where tenant_id <> $1`, [ownTenantId])
        for (const { row } of rows.slice(0, 1))
          await check(
            scope,
            `insert into ${name} select * from json_populate_record(null::${name}, $1) on conflict do nothing`,
            [JSON.stringify(row)],
          )
        for (const column of table.columns) {
          const values = rows
            .map(({ row }) => (row as Record<string, unknown>)[column])
            .filter((value) => value !== null)
          if (values.length === 0) continue
          const sql = `select from ${name} where ${pg.escapeIdentifier(column)}::text = any($1) and tenant_id <> $2`
          await check(scope, sql, [values.map(String), ownTenantId])
        }
      }
    }
    return result
  } finally {
    await Promise.all([owner.end(), app.end()])
  }
}

async function readTables(owner: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await owner.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  )
  return rows
}
