import { toSnakeCase } from '../domain/fields.ts'
import { leadWorkColumns } from '../domain/leads/leadFields.ts'
import { storedFields } from '../domain/properties/propertyFields.ts'
import { databaseFunction, databaseTrigger, type DatabaseObject } from './databaseObject.ts'

const raiseVersion = databaseFunction({
  name: 'raise_version',
  sql: `returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$`,
})

const versionedColumns = {
  properties: storedFields.map(toSnakeCase).join(', '),
  leads: [
    ...['property_id', 'tag', 'priority', 'status', 'template_data', 'rep_id', 'completed_at', 'stage_id'],
    ...Object.values(leadWorkColumns),
  ].join(', '),
}

/**
 * A change of these columns raises the version of the row, so that an update can name the version it was based on. A statement that
 * sets `version` itself is left alone: a change of the tags, which are in a table of their own, raises the version in the statement
 * that changes the property.
 */
export const rowVersions: DatabaseObject[] = [
  raiseVersion,
  ...Object.entries(versionedColumns).map(([table, columns]) => {
    const differs = columns.split(/,\s*/).map((column) => `old.${column} is distinct from new.${column}`)
    return databaseTrigger(
      'version_raised',
      `before update of ${columns}`,
      table,
      `for each row when (old.version = new.version and (${differs.join(' or ')})) execute function raise_version()`,
    )
  }),
]
