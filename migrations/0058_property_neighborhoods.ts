import { Migration } from '@mikro-orm/migrations'

/** Finds the properties of a neighborhood, and lists the neighborhoods of a tenant without reading its properties. */
export class PropertyNeighborhoods extends Migration {
  /** CREATE INDEX CONCURRENTLY does not block writes, and cannot run inside a transaction. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index.
    this.addSql('drop index concurrently if exists properties_neighborhood')
    this.addSql('create index concurrently properties_neighborhood on properties (tenant_id, neighborhood)')
  }
}
