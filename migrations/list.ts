import type { MigrationObject } from '@mikro-orm/core'
import { Foundation } from './0001_foundation.ts'
import { Accounts } from './0002_accounts.ts'
import { PropertySearch } from './0003_property_search.ts'
import { Templates } from './0004_templates.ts'
import { LeadSearchText } from './0004b_lead_search_text.ts'
import { Cost } from './0005_cost.ts'
import { Neighborhoods } from './0006_neighborhoods.ts'
import { Idempotency } from './0007_idempotency.ts'
import { ApiKeys } from './0008_api_keys.ts'
import { Readiness } from './0009_readiness.ts'
import { Fillfactor } from './0010_fillfactor.ts'
import { MonotonicRecordedAt } from './0011_monotonic_recorded_at.ts'
import { ActorsAndAllTenants } from './0012_actors_and_all_tenants.ts'
import { PropertyLockOrder } from './0013_property_lock_order.ts'
import { TeamDoors } from './0014_team_doors.ts'
import { WordParts } from './0015_word_parts.ts'
import { ArchivedTenants } from './0016_archived_tenants.ts'
import { PrintedLetters } from './0017_printed_letters.ts'
import { LeadOrder } from './0018_lead_order.ts'
import { Talks } from './0019_talks.ts'
import { KnocksInOneCall } from './0020_knocks_in_one_call.ts'
import { FewerStatementsForKnocks } from './0021_fewer_statements_for_knocks.ts'
import { ClientActions } from './0022_client_actions.ts'
import { FieldWork } from './0023_field_work.ts'
import { LeadVersions, PropertyVersions } from './0024_versions.ts'
import { LogWriters } from './0025_log_writers.ts'
import { ProjectionUpgrades } from './0026_projection_upgrades.ts'
import { ApiKeyPolicy, IdempotencyKeyPolicy, TenantPolicy, UserPolicy } from './0027_account_policies.ts'
import { LogHeadLocks } from './0032_log_head_locks.ts'
import { DistributableFunctions } from './0033_distributable_functions.ts'
import { AppendOnlyLog } from './0034_append_only_log.ts'
import { AppendOnlyRates } from './0035_append_only_rates.ts'
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
import { AppendToNewLog } from './0053_append_to_new_log.ts'

/**
 * All migrations, in the order in which they run; there are no down migrations. The table `schema_migrations` records
 * `name`, so neither the name nor the SQL of a released migration may change: its file and class can be renamed.
 */
export const migrations: MigrationObject[] = [
  { name: '0001_foundation', class: Foundation },
  { name: '0002_accounts', class: Accounts },
  { name: '0003_property_search', class: PropertySearch },
  { name: '0004_templates', class: Templates },
  { name: '0005_cost', class: Cost },
  { name: '0006_neighborhoods', class: Neighborhoods },
  { name: '0004b_lead_words', class: LeadSearchText },
  { name: '0008_api_keys', class: ApiKeys },
  { name: '0009_readiness', class: Readiness },
  { name: '0007_idempotency', class: Idempotency },
  { name: '0010_room_for_changes', class: Fillfactor },
  { name: '0011_order_in_time', class: MonotonicRecordedAt },
  { name: '0013_houses_held_first', class: PropertyLockOrder },
  { name: '0012_actors_and_all_tenants', class: ActorsAndAllTenants },
  { name: '0014_team_doors', class: TeamDoors },
  { name: '0015_word_parts', class: WordParts },
  { name: '0016_archived_tenants', class: ArchivedTenants },
  { name: '0017_printed_letters', class: PrintedLetters },
  { name: '0018_lead_order', class: LeadOrder },
  { name: '0019_talks', class: Talks },
  { name: '0020_knocks_in_one_call', class: KnocksInOneCall },
  { name: '0021_fewer_statements_for_knocks', class: FewerStatementsForKnocks },
  { name: '0022_client_actions', class: ClientActions },
  { name: '0023_field_work', class: FieldWork },
  { name: '0024_property_versions', class: PropertyVersions },
  { name: '0025_log_writers', class: LogWriters },
  { name: '0026_projection_upgrades', class: ProjectionUpgrades },
  { name: '0027_user_policy', class: UserPolicy },
  { name: '0028_tenant_policy', class: TenantPolicy },
  { name: '0029_api_key_policy', class: ApiKeyPolicy },
  { name: '0030_idempotency_key_policy', class: IdempotencyKeyPolicy },
  { name: '0031_lead_versions', class: LeadVersions },
  { name: '0032_log_head_locks', class: LogHeadLocks },
  { name: '0033_distributable_functions', class: DistributableFunctions },
  { name: '0034_append_only_log', class: AppendOnlyLog },
  { name: '0035_append_only_rates', class: AppendOnlyRates },
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
  { name: '0053_append_to_new_log', class: AppendToNewLog },
]
