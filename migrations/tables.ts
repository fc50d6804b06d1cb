import { Migration } from '@mikro-orm/migrations'

/** SQL that enables row-level security on a new table. api/database/policies.sql.ts has its policies. */
export function isolate(table: string): string {
  return `alter table ${table} enable row level security, force row level security`
}

/** SQL after which only the append functions and maintenance can write the table of a projection. */
export function protectProjection(table: string): string {
  return `
revoke insert, update, delete on ${table} from porchlight_tenant, porchlight_platform;
grant select on ${table} to porchlight_tenant, porchlight_platform;
grant select, insert, update on ${table} to porchlight_log;
grant select, insert, update, delete on ${table} to porchlight_maintenance;
`
}

/** A migration that makes these indexes, by their names, without blocking writes. CREATE INDEX CONCURRENTLY needs no transaction. */
export function indexMigration(
  indexes: Record<string, string>,
): new (...args: ConstructorParameters<typeof Migration>) => Migration {
  return class extends Migration {
    override isTransactional(): boolean {
      return false
    }

    override up(): void {
      for (const [name, definition] of Object.entries(indexes)) {
        // An attempt that was interrupted leaves an invalid index.
        this.addSql(`drop index concurrently if exists ${name}`)
        this.addSql(`create index concurrently ${name} on ${definition}`)
      }
    }
  }
}

/** A migration that adds columns to a table. */
export function columnMigration(
  table: string,
  ...columns: string[]
): new (...args: ConstructorParameters<typeof Migration>) => Migration {
  return class extends Migration {
    override up(): void {
      this.addSql(`alter table ${table} ${columns.map((column) => `add column ${column}`).join(', ')}`)
    }
  }
}
