import { Migration } from '@mikro-orm/migrations'

/** The version of each property: 1, and one more with each change, so that an update can name the version it was based on. */
export class PropertyVersions extends Migration {
  override up(): void {
    this.addSql('alter table properties add column version integer not null default 1')
  }
}

/** The version of each lead. A transaction that locks both leads and properties can deadlock with a request that reads both. */
export class LeadVersions extends Migration {
  override up(): void {
    this.addSql('alter table leads add column version integer not null default 1')
  }
}
