import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** What the words of other products mean in the imports of a tenant, as its last import said. */
export class ImportWords extends Migration {
  override up(): void {
    for (const sql of [table, isolate('import_words'), grants, platformGrants]) this.addSql(sql)
  }
}

const table = `
create table import_words (
  tenant_id uuid not null,
  field text not null,
  -- In lower case, with single spaces.
  word text not null,
  meaning text not null,
  primary key (tenant_id, field, word)
)`

const grants = 'grant select, insert, update, delete on import_words to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on import_words to porchlight_platform'
