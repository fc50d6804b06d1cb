import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { ownUserIdOf } from '../../domain/permissions.ts'
import type { CellValue } from '../../domain/csv.ts'
import type { ExportedColumn } from './exportFormats.ts'

/** A table of a tenant that no list of the app shows, as it is exported. */
export interface StoredTable {
  /** Name of the file without its ending. */
  name: string
  description: string
  /** The table, as `t`. */
  table: string
  /** The columns after the tenant that identify a row, and their types. Rows are in their order. */
  key: readonly (readonly [column: string, type: string])[]
  columns: readonly (ExportedColumn & { sql: string })[]
  /** The condition on `t` for the rows that the user with this id may read; none if they may read all of the tenant. */
  readableBy?: (userId: string, bind: Bind) => string
}

const column = (heading: string, description: string, sql = `t.${heading}`) => ({ heading, description, sql })

export const storedTables: readonly StoredTable[] = [
  {
    name: 'knocks',
    description: 'Every knock at a door, also withdrawn ones.',
    table: 'knocks',
    key: [['event_id', 'uuid']],
    columns: [
      column('event_id', 'Id of the knock, and of its event in activity.csv.'),
      column('property_id', 'The property; empty if it was deleted.'),
      column('rep_id', 'The user who knocked.'),
      column('session_id', 'The knock session, in sessions.csv.'),
      column('outcome', 'What happened at the door, as it is counted.'),
      column('outcome_id', 'The own outcome, in outcomes.csv; empty for a built-in one.'),
      column('outcome_name', 'Name of the own outcome when the knock was logged.'),
      column('occurred_at', 'When it happened, by the clock of the device.'),
      column('note', 'Note about the knock.'),
      column(
        'photo_id',
        'Id of its first photo.',
        '(select f.photo_id from knock_photos f where f.tenant_id = t.tenant_id and f.knock_id = t.event_id and f.place = 1)',
      ),
      column(
        'photo_ids',
        'Ids of its photos, separated by spaces, which are the names of their files in the folder photos.',
        `(select string_agg(f.photo_id::text, ' ' order by f.place) from knock_photos f where f.tenant_id = t.tenant_id and f.knock_id = t.event_id)`,
      ),
      column('come_back_at', 'When the rep wants to come back; empty for other outcomes.'),
      column('lat', 'Latitude of the device.'),
      column('lng', 'Longitude of the device.'),
      column('accuracy_meters', 'Accuracy of the position of the device.'),
      column('withdrawn_at', 'When the knock was withdrawn; empty if it was not.'),
      column(
        'flags',
        'What was wrong with it, separated by spaces; empty if nothing was.',
        "array_to_string(t.flags, ' ')",
      ),
    ],
  },
  {
    name: 'sessions',
    description: 'Knock sessions.',
    table: 'knock_sessions',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the session.'),
      column('rep_id', 'The user whose session it is.'),
      column('started_at', 'When it started.'),
      column('ended_at', 'When it ended; empty while it is open.'),
      column('paused_at', 'When it was paused; empty if it is not paused.'),
      column('lat', 'Latitude where it started.'),
      column('lng', 'Longitude where it started.'),
    ],
  },
  {
    name: 'targets',
    description: 'The targets of users.',
    table: 'targets',
    key: [
      ['user_id', 'uuid'],
      ['period', 'text'],
      ['metric', 'text'],
    ],
    columns: [
      column('user_id', 'The user.'),
      column('period', 'day, week or month.'),
      column('metric', 'What is counted.'),
      column('value', 'The number to reach in each period.'),
      column('set_by', 'The user who set it.'),
      column('set_at', 'When it was set.'),
    ],
  },
  {
    name: 'replaced_owners',
    description: 'Owners and parcel ids of properties that were replaced, and can be restored.',
    table: 'replaced_owners',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of what was replaced, and of its event in activity.csv.'),
      column('property_id', 'The property.'),
      column('owner_name', 'Name of the owner before.'),
      column('owner_address', 'Mailing address of the owner before.'),
      column('owner_source', 'Source of the owner before.'),
      column('parcel_id', 'Parcel id before.'),
      column('replaced_at', 'When it was replaced.'),
      column('replaced_by', 'The user who replaced it.'),
    ],
  },
  {
    name: 'lead_notes',
    description: 'Notes about leads.',
    table: 'lead_notes',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the note.'),
      column('lead_id', 'The lead.'),
      column('author_id', 'The user who wrote it.'),
      column('text', 'The note.'),
      column('created_at', 'When it was written.'),
    ],
  },
  {
    name: 'lead_merges',
    description: 'Leads that were merged into another one. They are not in leads.csv; activity.csv has their events.',
    table: 'lead_merges',
    key: [['merged_lead_id', 'uuid']],
    columns: [
      column('merged_lead_id', 'Id that the merged lead had.'),
      column('lead_id', 'The lead that was kept.'),
      column('property_id', 'The property that the merged lead had; it may have been deleted.'),
    ],
  },
  {
    name: 'dismissed_duplicates',
    description: 'Leads that are no duplicates of each other: those with the same dismissal.',
    table: 'dismissed_duplicates',
    key: [['lead_id', 'uuid']],
    columns: [column('lead_id', 'The lead.'), column('dismissal_id', 'Id of the dismissal.')],
  },
  {
    name: 'lead_stages',
    description: 'The stages that the company gives its leads.',
    table: 'lead_stages',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the stage.'),
      column('name', 'Name of the stage.'),
      column('color', 'Its color.'),
      column('position', 'Its place among the stages.'),
    ],
  },
  {
    name: 'outcomes',
    description: "The company's own outcomes of a knock, also retired ones.",
    table: 'outcomes',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the outcome.'),
      column('name', 'Name of the outcome.'),
      column('mark', 'Its mark.'),
      column('color', 'Its color.'),
      column('meaning', 'The built-in outcome that it counts as.'),
      column('position', 'Its place among those in use.'),
      column('retired_at', 'When it was retired; empty while it is in use.'),
    ],
  },
  {
    name: 'do_not_knock',
    description: 'The doors where nobody may knock, also marks that have ended or were lifted.',
    table: 'do_not_knock',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the mark.'),
      column('property_id', 'The property.'),
      column('kind', 'asked, registry or firm.'),
      column('reason', 'What was said about it.'),
      column('source', 'The city whose list it is on; empty for other kinds.'),
      column('starts_at', 'It is in force from this time on.'),
      column('ends_at', 'Nobody may knock before this time; empty for ever.'),
      column('set_at', 'When it was set in the field.'),
      column('set_by', 'The user who set it last.'),
      column('lifted_at', 'When it was lifted; empty if nobody lifted it.'),
      column('lifted_by', 'The user who lifted it.'),
      column('lift_reason', 'Why it was lifted.'),
      column('registry_id', 'The list that has set it, in registries.csv; empty for other kinds.'),
    ],
  },
  {
    name: 'permits',
    description: 'When and by whom doors of a city may be knocked.',
    table: 'permits',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the permit.'),
      column('city', 'Name of the city.'),
      column('area', 'Its outline as GeoJSON.'),
      column('number', 'Number of the permit.'),
      column('valid_from', 'The first day.', 't.valid_from::text'),
      column('valid_to', 'The last day; empty if it is valid for ever.', 't.valid_to::text'),
      column('weekdays', 'Days of the week from 1, Monday, separated by spaces.', "array_to_string(t.weekdays, ' ')"),
      column('from_time', 'From this time on.'),
      column('to_time', 'Before this time.'),
      column('until_sunset_minutes', 'Knocking ends so many minutes before sunset; empty without such a rule.'),
      column('badges', 'Who may knock, with the numbers of their badges, as JSON.'),
    ],
  },
  {
    name: 'registries',
    description: "Cities' lists of doors where nobody may knock, each import a version.",
    table: 'registries',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the list.'),
      column('city', 'The city whose list it is.'),
      column('state', 'Its state.'),
      column('file_name', 'Name of the file.'),
      column('imported_by', 'The user who imported it.'),
      column('saved_at', 'When it was imported; empty for one that was only checked.'),
      column('effective_from', 'It is in force from this time on.'),
      column('expires_at', 'It is in force before this time; empty if the city did not say.'),
      column('replaced_at', 'From this time on, a newer list of the city counts.'),
    ],
  },
  {
    name: 'registry_entries',
    description: "The addresses of cities' lists.",
    table: 'registry_entries',
    key: [
      ['registry_id', 'uuid'],
      ['place', 'integer'],
    ],
    columns: [
      column('registry_id', 'The list, in registries.csv.'),
      column('place', 'Number of the address in the list.'),
      column('row', 'The line or row of the file.'),
      column('address', 'As the list has it.'),
      column('city', 'City of the address.'),
      column('state', 'State of the address.'),
      column('zip_code', 'ZIP code of the address.'),
      column('match', 'matched, unsure, not_found or skipped.'),
      column('property_id', 'The property; empty unless it is matched.'),
    ],
  },
  {
    name: 'forgotten_households',
    description: 'Households that asked to be forgotten, without anything about them.',
    table: 'forgotten_households',
    key: [['property_id', 'uuid']],
    columns: [
      column('property_id', 'Id that the property had.'),
      column('reason', 'Why it was forgotten.'),
      column('forgotten_at', 'When it was forgotten.'),
      column('forgotten_by', 'The user who did it.'),
    ],
  },
  {
    name: 'lead_letters',
    description: 'How many letters were printed for each lead.',
    table: 'lead_letters',
    key: [
      ['lead_id', 'uuid'],
      ['hour', 'timestamptz'],
    ],
    columns: [
      column('lead_id', 'The lead.'),
      column('hour', 'The beginning of the hour in which they were printed.'),
      column('letters', 'Number of letters.'),
    ],
  },
  {
    name: 'saved_views',
    description:
      'Lists with their filters and order, saved under a name: those that are shared, and the private ones of who exports.',
    table: 'saved_views',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the view.'),
      column('list', 'The list: leads, properties, users or activity.'),
      column('name', 'Name of the view.'),
      column('query', 'Its filters and order, as in the address of the list.'),
      column('owner_id', 'The user who saved it.'),
      column('shared', 'Whether everyone in the company sees it.'),
      column('position', 'Its place among the views of the list.'),
      column('created_at', 'When it was saved.'),
    ],
    readableBy: (userId, bind) => `(t.shared or t.owner_id = ${bind(userId)})`,
  },
  {
    name: 'territories',
    description: 'Areas of the company, also archived ones.',
    table: 'territories',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the territory.'),
      column('name', 'Its name.'),
      column('color', 'Its color.'),
      column('area', 'Its outline as GeoJSON.'),
      column('note', 'What reps should know.'),
      column('version', 'The number of its last change.'),
      column('created_at', 'When it was created.'),
      column('updated_at', 'When it was last changed.'),
      column('archived_at', 'When it was archived; empty while it is in use.'),
    ],
  },
  {
    name: 'territory_assignments',
    description: 'Who holds and held which territory.',
    table: 'territory_assignments',
    key: [
      ['territory_id', 'uuid'],
      ['user_id', 'uuid'],
      ['from_day', 'date'],
    ],
    columns: [
      column('territory_id', 'The territory.'),
      column('user_id', 'The user.'),
      column('from_day', 'The first day.', 't.from_day::text'),
      column('to_day', 'The last day; empty until others hold it.', 't.to_day::text'),
    ],
  },
  {
    name: 'taken_doors',
    description: 'Doors that reps without a territory have taken, also some of days that have ended.',
    table: 'taken_doors',
    key: [['property_id', 'uuid']],
    columns: [
      column('property_id', 'The property.'),
      column('user_id', 'Who has taken it.'),
      column('until', 'When it returned or returns.'),
    ],
  },
  {
    name: 'passes',
    description: 'Times in which territories are worked.',
    table: 'passes',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the pass.'),
      column('name', 'Its name.'),
      column('starts_on', 'The first day.', 't.starts_on::text'),
      column('created_at', 'When it was started.'),
      column('ended_at', 'When it was ended; empty while it goes on.'),
    ],
  },
  {
    name: 'pass_territories',
    description: 'Which territories are worked in which pass.',
    table: 'pass_territories',
    key: [
      ['pass_id', 'uuid'],
      ['territory_id', 'uuid'],
    ],
    columns: [column('pass_id', 'The pass.'), column('territory_id', 'The territory.')],
  },
  {
    name: 'invitations',
    description: 'Invitations to the company, without their links.',
    table: 'invitations',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the invitation.'),
      column('role', 'Role of the accounts that are created with it.'),
      column('email', 'The only address that can come with it; empty for any.'),
      column('uses', 'Number of people that it is for.'),
      column('created_by', 'The user who created it.'),
      column('created_at', 'When it was created.'),
      column('expires_at', 'When it expires.'),
      column('revoked_at', 'When it was revoked; empty if it was not.'),
    ],
  },
  {
    name: 'invitation_uses',
    description: 'Who came by which invitation.',
    table: 'invitation_uses',
    key: [
      ['invitation_id', 'uuid'],
      ['user_id', 'uuid'],
    ],
    columns: [
      column('invitation_id', 'The invitation.'),
      column('user_id', 'The user.'),
      column('used_at', 'When they came.'),
    ],
  },
  {
    name: 'templates',
    description: 'Letter templates. Their Word documents are in the folder templates.',
    table: 'templates',
    key: [['id', 'uuid']],
    columns: [
      column('id', 'Id of the template.'),
      column('filename', 'Name of the Word document.'),
      column('tag', 'Purpose of the template.'),
      column('size', 'Size of the document in bytes.'),
      column('modified', 'When it was last changed.', 't.modified_at'),
    ],
  },
]

const pageSize = 1_000

/** The rows of `t` that the actor may read, as a condition. */
function readableRows(ctx: Context, tenantId: string, { readableBy }: StoredTable, bind: Bind): string {
  const ofTenant = `t.tenant_id = ${bind(tenantId)}`
  return readableBy ? `${ofTenant} and ${readableBy(ownUserIdOf(ctx.actor!), bind)}` : ofTenant
}

export async function countStoredRows(ctx: Context, tenantId: string, table: StoredTable): Promise<number> {
  const { values, bind } = createParameters()
  const where = readableRows(ctx, tenantId, table, bind)
  const [row] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ n: number }>(em, `select count(*)::int as n from ${table.table} t where ${where}`, values),
  )
  return row!.n
}

/** The rows of the tenant that the actor may read, page by page. */
export async function* readStoredRows(
  ctx: Context,
  tenantId: string,
  table: StoredTable,
): AsyncGenerator<CellValue[][]> {
  const { key, columns } = table
  const keySql = key.map(([name]) => `t.${name}`)
  const selected = [...columns.map(({ sql }) => sql), ...keySql.map((sql) => `${sql}::text`)]
  const aliased = selected.map((sql, index) => `${sql} as "${index}"`).join(', ')
  let after: string[] | null = null
  for (;;) {
    const { values, bind } = createParameters()
    const where = [readableRows(ctx, tenantId, table, bind)]
    if (after) {
      const placeholders = after.map((value, index) => `${bind(value)}::${key[index]![1]}`)
      where.push(`(${keySql.join()}) > (${placeholders.join()})`)
    }
    const rows: Record<string, CellValue>[] = await ctx.database.within({ tenantId }, (em) =>
      queryRows(
        em,
        `select ${aliased} from ${table.table} t where ${where.join(' and ')} order by ${keySql.join()} limit ${pageSize}`,
        values,
      ),
    )
    if (rows.length > 0) yield rows.map((row) => columns.map((_, index) => row[index]))
    if (rows.length < pageSize) return
    const last = rows.at(-1)!
    after = key.map((_, index) => last[columns.length + index] as string)
  }
}
