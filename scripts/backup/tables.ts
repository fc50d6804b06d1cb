import type { ClientBase } from 'pg'

export interface Table {
  name: string
  columns: string[]
  /** Row-level security applies to the table's owner, too. */
  forced: boolean
  /** porchlight_platform may read every row. */
  readable: boolean
}

/**
 * Not backed up: users sign in again after a restore, and ask for new links, on devices that are not known then. Rate limits, idempotency keys
 * and unconfirmed companies are short-lived, and the files of jobs are kept for a day and can be made again.
 */
export const excludedTables = new Set([
  ...[
    'sessions',
    'sign_in_failures',
    'sign_in_devices',
    'idempotency_keys',
    'job_files',
    'quota_uses',
    'password_links',
    'company_sign_ups',
  ],
  'schema_migrations',
])

/** Filled by migrations; a restore replaces their rows. */
export const seededTables = new Set(['installation', 'cost_rates'])

/** Returns the tables that a backup contains, referenced tables first. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name, c.relforcerowsecurity as forced,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       has_table_privilege('porchlight_platform', c.oid, 'select') and (not c.relrowsecurity or exists (
         select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
         and 'porchlight_platform'::regrole = any(p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')) as readable
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and c.relname <> all($1) order by c.relname`,
    [[...excludedTables]],
  )
  const { rows: foreignKeys } = await client.query<{ table: string; target: string }>(
    `select r.relname as table, t.relname as target from pg_constraint k
     join pg_class r on r.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and r.oid <> t.oid`,
  )
  return sortByDependency(tables, foreignKeys)
}

function sortByDependency(tables: Table[], foreignKeys: { table: string; target: string }[]): Table[] {
  const ordered: Table[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name }) =>
        !placed.has(name) &&
        foreignKeys.every(
          ({ table, target }) => table !== name || placed.has(target) || !tables.some((t) => t.name === target),
        ),
    )
    if (ready.length === 0) throw new Error('The foreign keys of the tables form a cycle.')
    for (const table of ready) placed.add(table.name)
    ordered.push(...ready)
  }
  return ordered
}

/** Returns the names of the migrations that have run, in order; null if there is no schema_migrations table. */
export async function readMigrations(client: ClientBase): Promise<string[] | null> {
  const { rows: found } = await client.query(`select to_regclass('public.schema_migrations') as name`)
  if (!found[0].name) return null
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id')
  return rows.map(({ name }) => name)
}
