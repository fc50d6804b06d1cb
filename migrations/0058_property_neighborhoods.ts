import { Migration } from '@mikro-orm/migrations'

/** Finds the properties of a neighborhood, and lists the neighborhoods of a tenant without reading its properties. */
export class PropertyNeighborhoods extends Migration {
  /** An index that is created concurrently does not block writes, and cannot be created in a transaction. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    this.addSql('drop index concurrently if exists properties_neighborhood')
    this.addSql('create index concurrently properties_neighborhood on properties (tenant_id, neighborhood)')
  }
}
