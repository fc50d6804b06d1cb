import { Migration } from '@mikro-orm/migrations'

/**
 * The version of each property: 1, and one more with each change, so that an update can name the version it was based on.
 * Columns that are computed from others, and `updated_at`, do not count.
 */
export class PropertyVersions extends Migration {
  override up(): void {
    this.addSql(`
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
${addVersion('properties', propertyColumns)}`)
  }
}

/** The version of each lead. A transaction that locks both leads and properties can deadlock with a request that reads both. */
export class LeadVersions extends Migration {
  override up(): void {
    this.addSql(addVersion('leads', leadColumns))
  }
}

const propertyColumns = [
  'address',
  'street_number',
  'street_name',
  'city',
  'state',
  'zip_code',
  'lat',
  'lng',
  'owner_name',
  'owner_address',
  'owner_source',
  'owner_phone',
  'owner_email',
  'parcel_id',
  'unconfirmed',
  'neighborhood',
  'notes',
  'priority',
  'status',
  'assigned_to',
]
const leadColumns = ['property_id', 'tag', 'priority', 'status', 'template_data', 'rep_id', 'completed_at']

/**
 * The constant default does not rewrite the table. A statement that sets `version` itself is left alone: a change of the tags,
 * which are in a table of their own, raises the version in the statement that changes the property.
 */
function addVersion(table: string, columns: string[]): string {
  const list = (row: string) => columns.map((column) => `${row}.${column}`).join(', ')
  return `alter table ${table} add column version integer not null default 1;
  create trigger version_raised before update of ${columns.join(', ')} on ${table} for each row
  when (old.version = new.version and (${list('old')}) is distinct from (${list('new')}))
  execute function raise_version();`
}
