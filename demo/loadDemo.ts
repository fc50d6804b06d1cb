import type pg from 'pg'
import { loadActivity } from './activity/load.ts'
import { planActivity } from './activity/plan.ts'
import { loadPeople } from './loadPeople.ts'
import { DEMO_TENANTS, DEMO_USERS } from './people.ts'
import { loadTemplates } from './templates/load.ts'
import { loadTown } from './town/load.ts'
import { generateTown } from './town/town.ts'

/** Stores the demo town, its people, their templates and their activity until `now`. */
export async function loadDemo(client: pg.Client, now: Date): Promise<void> {
  await loadTown(client)
  await loadPeople(client, now)
  await loadTemplates(client)
  const people = { tenants: DEMO_TENANTS, users: DEMO_USERS }
  await loadActivity(client, planActivity(generateTown().parcels, people, now))
}
