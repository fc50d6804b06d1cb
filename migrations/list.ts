import type { MigrationObject } from '@mikro-orm/core'
import { Foundation } from './0001_foundation.ts'
import { Accounts } from './0002_accounts.ts'
import { PropertySearch } from './0003_property_search.ts'
import { Templates } from './0004_templates.ts'
import { LeadWords } from './0004b_lead_words.ts'
import { Cost } from './0005_cost.ts'
import { Neighborhoods } from './0006_neighborhoods.ts'
import { Idempotency } from './0007_idempotency.ts'
import { ApiKeys } from './0008_api_keys.ts'
import { Readiness } from './0009_readiness.ts'
import { RoomForChanges } from './0010_room_for_changes.ts'
import { OrderInTime } from './0011_order_in_time.ts'
import { ActorsAndAllTenants } from './0012_actors_and_all_tenants.ts'
import { HousesHeldFirst } from './0013_houses_held_first.ts'

/** Every migration, oldest first. Forward only: what has been released is never edited. */
export const migrations: MigrationObject[] = [
  { name: '0001_foundation', class: Foundation },
  { name: '0002_accounts', class: Accounts },
  { name: '0003_property_search', class: PropertySearch },
  { name: '0004_templates', class: Templates },
  { name: '0005_cost', class: Cost },
  { name: '0006_neighborhoods', class: Neighborhoods },
  { name: '0004b_lead_words', class: LeadWords },
  { name: '0008_api_keys', class: ApiKeys },
  { name: '0009_readiness', class: Readiness },
  { name: '0007_idempotency', class: Idempotency },
  { name: '0010_room_for_changes', class: RoomForChanges },
  { name: '0011_order_in_time', class: OrderInTime },
  { name: '0013_houses_held_first', class: HousesHeldFirst },
  { name: '0012_actors_and_all_tenants', class: ActorsAndAllTenants },
]
