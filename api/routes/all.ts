import { activityRoutes } from './activity.ts'
import { apiKeyRoutes } from './apiKeys.ts'
import { authRoutes } from './auth.ts'
import { basemapRoutes } from './basemap.ts'
import type { Feature, RouteDescription } from '../rest/routeDefinition.ts'
import { knockingRoutes } from './knocking.ts'
import { leadRoutes } from './leads.ts'
import { legacyRoutes } from '../rest/legacy.ts'
import { locatingRoutes } from './locating.ts'
import { mockDataRoutes } from './mockData.ts'
import { performanceRoutes } from './performance.ts'
import { printingRoutes } from './printing.ts'
import { propertyRoutes } from './properties.ts'
import { referenceRoutes } from '../rest/reference.ts'
import { healthRoutes } from '../rest/healthRoutes.ts'
import { templateRoutes } from './templates.ts'
import { tenantRoutes } from './tenants.ts'
import { usageRoutes } from './usage.ts'
import { userRoutes } from './users.ts'

/** Every route under /api, by feature, in the order in which the reference shows them. */
export const features: Feature[] = [
  { tag: 'Sign-in', description: 'Accounts and sessions.', routes: authRoutes },
  { tag: 'API keys', description: 'Personal keys for programs.', routes: apiKeyRoutes },
  { tag: 'Properties', description: 'Houses that a tenant saved.', routes: propertyRoutes },
  { tag: 'Leads', description: 'A sales lead: a job that someone at a property may want done.', routes: leadRoutes },
  { tag: 'Knocking', description: 'Knocks on doors, and rounds from door to door.', routes: knockingRoutes },
  {
    tag: 'Parcels',
    description: "Look-ups in the county's records, and reports of their use.",
    routes: locatingRoutes,
  },
  { tag: 'Templates', description: 'Word documents with merge fields.', routes: templateRoutes },
  { tag: 'Printing', description: 'Letters for leads, from templates.', routes: printingRoutes },
  {
    tag: 'Performance',
    description: 'Figures of reps and neighbourhoods, counted from the log.',
    routes: performanceRoutes,
  },
  { tag: 'Usage and cost', description: 'What was used and what it cost.', routes: usageRoutes },
  { tag: 'Activity', description: 'The log of what happened.', routes: activityRoutes },
  { tag: 'Users', description: 'People with accounts.', routes: userRoutes },
  { tag: 'Tenants', description: 'The companies that use Porchlight.', routes: tenantRoutes },
  { tag: 'Map', description: 'Public record as vector tiles.', routes: basemapRoutes },
  { tag: 'Mock data', description: 'Invented rows and figures for trying the app out.', routes: mockDataRoutes },
  { tag: 'Legacy', description: 'Pages from before the app.', routes: legacyRoutes },
  { tag: 'Reference', description: 'What you are reading.', routes: referenceRoutes(() => features) },
]

/** Everything that the reference describes: every route, and what the server answers before it asks who is there. */
export function allRoutes(): RouteDescription[] {
  return [...features.flatMap(({ routes }) => routes), ...healthRoutes]
}
