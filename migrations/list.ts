import type { MigrationObject } from '@mikro-orm/core'
import { Migration } from '@mikro-orm/migrations'
import { WordParts } from './0015_word_parts.ts'
import { ArchivedTenants } from './0016_archived_tenants.ts'
import { PrintedLetters } from './0017_printed_letters.ts'
import { LeadOrder } from './0018_lead_order.ts'
import { KnocksInOneCall } from './0020_knocks_in_one_call.ts'
import { ClientActions } from './0022_client_actions.ts'
import { FieldWork } from './0023_field_work.ts'
import { LeadVersions, PropertyVersions } from './0024_versions.ts'
import { LogWriters } from './0025_log_writers.ts'
import { ProjectionUpgrades } from './0026_projection_upgrades.ts'
import { LeadStages } from './0036_lead_stages.ts'
import { LeadWork } from './0037_lead_work.ts'
import { LeadWorkIndexes } from './0038_lead_work_indexes.ts'
import { Jobs } from './0040_jobs.ts'
import { Imports } from './0043_imports.ts'
import { Webhooks } from './0045_webhooks.ts'
import { ListOrders } from './0047_list_orders.ts'
import { PropertyOrderIndexes } from './0048_property_order_indexes.ts'
import { WorkOfARep } from './0050_work_of_a_rep.ts'
import { ParcelIds } from './0052_parcel_ids.ts'
import { ParcelImports } from './0054_parcel_imports.ts'
import { PropertyAssignees } from './0055_property_assignees.ts'
import { LeadUsers } from './0056_lead_users.ts'
import { WorkIndexes } from './0057_work_indexes.ts'
import { PropertyNeighborhoods } from './0058_property_neighborhoods.ts'
import { ImportLeadAssignees } from './0147_import_lead_assignees.ts'
import { PutAwayChecklists } from './0146_put_away_checklists.ts'
import { QuotaUses } from './0060_quota_uses.ts'
import { TwoFactors } from './0064_two_factors.ts'
import { BoundApiKeys } from './0065_bound_api_keys.ts'
import { SignInDevices } from './0066_sign_in_devices.ts'
import { ImportOutcomes } from './0068_import_outcomes.ts'
import { DeletedAddresses } from './0095_deleted_addresses.ts'
import { DismissedDuplicates } from './0096_dismissed_duplicates.ts'
import { ReplacedOwners } from './0069_replaced_owners.ts'
import { OneStatusOneScheduler } from './0073_one_status_one_scheduler.ts'
import { LeadContacts } from './0087_lead_contacts.ts'
import { KnockPhotos } from './0106_knock_photos.ts'
import { Mails } from './0108_mails.ts'
import { PasswordLinks } from './0109_password_links.ts'
import { PhotosOfKnocks } from './0107_photos_of_knocks.ts'
import { Outcomes } from './0113_outcomes.ts'
import { DoNotKnock } from './0126_do_not_knock.ts'
import { ForgottenHouseholds } from './0143_forgotten_households.ts'
import { ImportedVisits } from './0118_imported_visits.ts'
import { ParcelsOfCompanies, RowsOfParcels } from './0120_parcels_of_companies.ts'
import { ImportWords } from './0119_import_words.ts'
import { ImportAssignees } from './0124_import_assignees.ts'
import { Territories } from './0132_territories.ts'
import { Registries } from './0139_registries.ts'
import { Passes } from './0150_passes.ts'
import { TakenDoors } from './0151_taken_doors.ts'
import { Permits } from './0141_permits.ts'
import { CompanySignUps } from './0111_company_sign_ups.ts'
import { Invitations } from './0110_invitations.ts'
import { WebhooksOfApiKeys } from './0097_webhooks_of_api_keys.ts'
import { StreetLines } from './0083_street_lines.ts'
import { columnMigration, indexMigration } from './tables.ts'

/** A migration that changed only functions, triggers or policies, which `migrate` installs from their own files. */
class FunctionsAndPolicies extends Migration {
  override up(): void {}
}

/** The migrations of release 0.1, in whose place release-0.1.sql makes its tables. */
export const firstMigrations = [
  '0001_foundation',
  '0002_accounts',
  '0003_property_search',
  '0004_templates',
  '0005_cost',
  '0006_neighborhoods',
  '0004b_lead_words',
  '0008_api_keys',
  '0009_readiness',
  '0007_idempotency',
  '0010_room_for_changes',
  '0011_order_in_time',
  '0013_houses_held_first',
  '0012_actors_and_all_tenants',
]

/**
 * The migrations since release 0.1, in the order in which they run; there are no down migrations. They have tables, columns and rows.
 * The table `schema_migrations` records `name`, so the name of a released migration must not change, and neither what it does to
 * tables and rows: its file and class can be renamed.
 */
export const migrations: MigrationObject[] = [
  { name: '0014_team_doors', class: columnMigration('tenants', 'team_doors_visible boolean not null default true') },
  { name: '0015_word_parts', class: WordParts },
  { name: '0016_archived_tenants', class: ArchivedTenants },
  { name: '0017_printed_letters', class: PrintedLetters },
  { name: '0018_lead_order', class: LeadOrder },
  { name: '0019_talks', class: columnMigration('rep_hours', 'talks integer not null default 0') },
  { name: '0020_knocks_in_one_call', class: KnocksInOneCall },
  { name: '0021_fewer_statements_for_knocks', class: FunctionsAndPolicies },
  { name: '0022_client_actions', class: ClientActions },
  { name: '0023_field_work', class: FieldWork },
  { name: '0024_property_versions', class: PropertyVersions },
  { name: '0025_log_writers', class: LogWriters },
  { name: '0026_projection_upgrades', class: ProjectionUpgrades },
  { name: '0027_user_policy', class: FunctionsAndPolicies },
  { name: '0028_tenant_policy', class: FunctionsAndPolicies },
  { name: '0029_api_key_policy', class: FunctionsAndPolicies },
  { name: '0030_idempotency_key_policy', class: FunctionsAndPolicies },
  { name: '0031_lead_versions', class: LeadVersions },
  { name: '0032_log_head_locks', class: FunctionsAndPolicies },
  { name: '0033_distributable_functions', class: FunctionsAndPolicies },
  { name: '0034_append_only_log', class: FunctionsAndPolicies },
  { name: '0035_append_only_rates', class: FunctionsAndPolicies },
  { name: '0036_lead_stages', class: LeadStages },
  { name: '0037_lead_work', class: LeadWork },
  { name: '0038_lead_work_indexes', class: LeadWorkIndexes },
  { name: '0040_jobs', class: Jobs },
  { name: '0043_imports', class: Imports },
  { name: '0045_webhooks', class: Webhooks },
  { name: '0047_list_orders', class: ListOrders },
  { name: '0048_property_order_indexes', class: PropertyOrderIndexes },
  { name: '0050_work_of_a_rep', class: WorkOfARep },
  { name: '0052_parcel_ids', class: ParcelIds },
  { name: '0053_append_to_new_log', class: FunctionsAndPolicies },
  { name: '0054_parcel_imports', class: ParcelImports },
  { name: '0055_property_assignees', class: PropertyAssignees },
  { name: '0056_lead_users', class: LeadUsers },
  { name: '0057_work_indexes', class: WorkIndexes },
  { name: '0058_property_neighborhoods', class: PropertyNeighborhoods },
  { name: '0060_quota_uses', class: QuotaUses },
  {
    name: '0062_session_details',
    class: columnMigration(
      'sessions',
      'device text',
      'address text',
      'last_used_at timestamptz',
      'confirmed_at timestamptz',
    ),
  },
  {
    name: '0063_required_two_factors',
    class: columnMigration('tenants', 'require_two_factors boolean not null default false'),
  },
  { name: '0064_two_factors', class: TwoFactors },
  { name: '0065_bound_api_keys', class: BoundApiKeys },
  { name: '0066_sign_in_devices', class: SignInDevices },
  {
    name: '0067_parcel_key_versions',
    class: columnMigration('parcel_datasets', 'key_version integer not null default 1'),
  },
  { name: '0068_import_outcomes', class: ImportOutcomes },
  { name: '0069_replaced_owners', class: ReplacedOwners },
  { name: '0070_import_warnings', class: columnMigration('import_outcomes', 'warning text') },
  { name: '0071_access_note', class: columnMigration('properties', 'access_note text') },
  { name: '0072_household_language', class: columnMigration('properties', 'language text') },
  { name: '0073_one_status_one_scheduler', class: OneStatusOneScheduler },
  { name: '0081_come_back', class: columnMigration('knocks', 'come_back_at timestamptz') },
  {
    name: '0082_come_backs_of_a_rep',
    class: indexMigration({
      knocks_come_back: 'knocks (tenant_id, rep_id, come_back_at) where come_back_at is not null',
    }),
  },
  { name: '0083_street_lines', class: StreetLines },
  { name: '0085_undone_import_rows', class: columnMigration('import_rows', 'undone text', 'kept_reason text') },
  { name: '0087_lead_contacts', class: LeadContacts },
  {
    name: '0091_webhook_secrets',
    class: columnMigration('webhooks', 'previous_secret text', 'previous_secret_until timestamptz'),
  },
  {
    name: '0094_events_of_imports',
    class: indexMigration({
      activity_events_of_imports:
        "activity_events (tenant_id, request_id) where type in ('DataImported', 'ImportUndone')",
    }),
  },
  { name: '0095_deleted_addresses', class: DeletedAddresses },
  { name: '0096_dismissed_duplicates', class: DismissedDuplicates },
  { name: '0097_webhooks_of_api_keys', class: WebhooksOfApiKeys },
  { name: '0106_knock_photos', class: KnockPhotos },
  { name: '0107_photos_of_knocks', class: PhotosOfKnocks },
  { name: '0108_mails', class: Mails },
  { name: '0109_password_links', class: PasswordLinks },
  { name: '0110_invitations', class: Invitations },
  { name: '0111_company_sign_ups', class: CompanySignUps },
  { name: '0113_outcomes', class: Outcomes },
  { name: '0114_outcomes_of_knocks', class: columnMigration('knocks', 'outcome_id uuid', 'outcome_name text') },
  { name: '0115_company_logos', class: columnMigration('tenants', 'logo bytea', 'logo_hash text') },
  {
    name: '0117_imported_visits',
    class: columnMigration('knocks', 'import_id uuid', 'counted boolean not null default true'),
  },
  { name: '0118_indexes_of_imported_visits', class: ImportedVisits },
  { name: '0119_import_words', class: ImportWords },
  { name: '0120_parcels_of_companies', class: ParcelsOfCompanies },
  { name: '0121_company_addresses', class: columnMigration('tenants', 'address text') },
  { name: '0122_rows_of_parcels', class: RowsOfParcels },
  {
    name: '0123_owners_of_parcels',
    class: indexMigration({
      parcel_datasets_owner: 'parcel_datasets (owner_tenant_id) where owner_tenant_id is not null',
    }),
  },
  { name: '0124_import_assignees', class: ImportAssignees },
  { name: '0126_do_not_knock', class: DoNotKnock },
  { name: '0127_knock_flags', class: columnMigration('knocks', "flags text[] not null default '{}'") },
  { name: '0132_territories', class: Territories },
  { name: '0138_bounds_of_territories', class: columnMigration('territories', 'bounds double precision[]') },
  { name: '0139_registries', class: Registries },
  { name: '0140_marks_of_registries', class: columnMigration('do_not_knock', 'registry_id uuid') },
  { name: '0141_permits', class: Permits },
  { name: '0143_forgotten_households', class: ForgottenHouseholds },
  {
    name: '0144_data_retention',
    class: columnMigration('tenants', 'photo_months integer', 'position_days integer not null default 30'),
  },
  {
    name: '0145_positions_of_knocks',
    class: indexMigration({ knocks_positions: 'knocks (tenant_id, occurred_at) where lat is not null' }),
  },
  { name: '0146_put_away_checklists', class: PutAwayChecklists },
  { name: '0147_import_lead_assignees', class: ImportLeadAssignees },
  { name: '0150_passes', class: Passes },
  { name: '0151_taken_doors', class: TakenDoors },
  {
    name: '0152_nearest_doors',
    class: columnMigration('tenants', 'allow_nearest_doors boolean not null default false'),
  },
  {
    name: '0153_flagged_knocks',
    class: indexMigration({
      activity_events_flagged: `activity_events (tenant_id, position) where type = 'DoorKnocked' and data->'flags' is not null`,
    }),
  },
  { name: '0154_zip_codes_of_parcels', class: indexMigration({ parcels_zip_code: 'parcels (zip_code collate "C")' }) },
  { name: '0156_permit_notices', class: columnMigration('permits', 'told_days integer') },
  { name: '0157_street_classes', class: columnMigration('street_lines', 'class text') },
]

/** The names of all migrations, in the order in which they run. */
export const migrationNames: string[] = [...firstMigrations, ...migrations.map(({ name }) => name)]
