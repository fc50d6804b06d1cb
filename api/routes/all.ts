import type { Config } from '../config.ts'
import { healthRoutes } from '../rest/healthRoutes.ts'
import { legacyRoutes } from '../rest/legacy.ts'
import { referenceRoutes } from '../rest/reference.ts'
import type { Feature, RouteDescription } from '../rest/routeDefinition.ts'
import { activityRoutes } from './activity.ts'
import { apiKeyRoutes } from './apiKeys.ts'
import { signUpRoutes } from './signUp.ts'
import { invitationRoutes } from './invitations.ts'
import { authRoutes } from './auth.ts'
import { forgettingRoutes } from './forgetting.ts'
import { importRoutes } from './imports.ts'
import { parcelImportRoutes } from './parcelImports.ts'
import { exportRoutes } from './exports.ts'
import { jobRoutes } from './jobs.ts'
import { knockingRoutes } from './knocking.ts'
import { leadRoutes } from './leads.ts'
import { leadWorkRoutes } from './leadsWork.ts'
import { basemapRoutes, locatingRoutes } from './locating.ts'
import { mailRoutes } from './mails.ts'
import { mockDataRoutes } from './mockData.ts'
import { performanceRoutes } from './performance.ts'
import { photoRoutes } from './photos.ts'
import { printingRoutes } from './printing.ts'
import { propertyRoutes } from './properties.ts'
import { quickFindRoutes } from './quickFind.ts'
import { doNotKnockRoutes } from './doNotKnock.ts'
import { outcomeRoutes } from './outcomes.ts'
import { territoryRoutes } from './territories.ts'
import { permitRoutes } from './permits.ts'
import { recordedAboutMeRoutes } from './recordedAboutMe.ts'
import { registryRoutes } from './registries.ts'
import { walkingRouteRoutes } from './walkingRoutes.ts'
import { passRoutes } from './territoriesPasses.ts'
import { savedViewRoutes } from './savedViews.ts'
import { templateRoutes } from './templates.ts'
import { tenantRoutes } from './tenants.ts'
import { usageRoutes } from './usage.ts'
import { userRoutes } from './users.ts'
import { webhookRoutes } from './webhooks.ts'

/** All routes under /api by feature, in the order of the OpenAPI document. */
export const features: Feature[] = [
  { tag: 'Sign-in', description: 'Accounts and sessions.', routes: authRoutes },
  { tag: 'API keys', description: 'Personal keys for programs.', routes: apiKeyRoutes },
  { tag: 'Properties', description: 'Saved properties.', routes: propertyRoutes },
  {
    tag: 'Leads',
    description: 'Sales leads: jobs that someone at a property may want done.',
    // `/leads/stages` must come before `/leads/:id`.
    routes: [...leadWorkRoutes, ...leadRoutes],
  },
  {
    tag: 'Quick find',
    description: 'Properties, leads, owners, parcels and users by what was typed.',
    routes: quickFindRoutes,
  },
  { tag: 'Do not knock', description: 'Doors where nobody may knock.', routes: doNotKnockRoutes },
  { tag: "Cities' lists", description: 'Lists of doors where nobody may knock.', routes: registryRoutes },
  { tag: 'Forgetting', description: 'Households that asked to be forgotten.', routes: forgettingRoutes },
  { tag: 'Permits', description: 'When and by whom doors of a city may be knocked.', routes: permitRoutes },
  { tag: 'Outcomes', description: 'What can come of a knock.', routes: outcomeRoutes },
  { tag: 'Walking routes', description: 'Doors in a good order to walk.', routes: walkingRouteRoutes },
  {
    tag: 'Territories',
    description: 'Areas, who holds them, and the passes in which they are worked.',
    // `/territories/passes` must come before `/territories/:id`.
    routes: [...passRoutes, ...territoryRoutes],
  },
  { tag: 'Saved views', description: 'Lists with their filters and order, under a name.', routes: savedViewRoutes },
  { tag: 'Knocking', description: 'Knocks and knock sessions.', routes: knockingRoutes },
  { tag: 'Photos', description: 'Photos of knocks.', routes: photoRoutes },
  {
    tag: 'Parcels',
    description: 'Parcel lookups in the county records, and usage reports of maps and lookups.',
    routes: locatingRoutes,
  },
  {
    tag: 'Parcel imports',
    description: 'Parcels that a company imports for itself, and how many lie around its address.',
    routes: parcelImportRoutes,
  },
  { tag: 'Templates', description: 'Word documents with merge fields.', routes: templateRoutes },
  { tag: 'Printing', description: 'Letters for leads, from templates.', routes: printingRoutes },
  {
    tag: 'Performance',
    description: 'Metrics of reps and neighborhoods, computed from the activity log.',
    routes: performanceRoutes,
  },
  { tag: 'Usage and cost', description: 'Usage of metered services and its cost.', routes: usageRoutes },
  { tag: 'Exports', description: 'Lists, or everything of a tenant, as files.', routes: exportRoutes },
  { tag: 'Jobs', description: 'Work that takes longer than a request.', routes: jobRoutes },
  { tag: 'Import', description: 'Properties, leads and users from CSV files.', routes: importRoutes },
  { tag: 'Webhooks', description: 'Events of the activity log, sent to your systems.', routes: webhookRoutes },
  { tag: 'Activity', description: 'The activity log.', routes: activityRoutes },
  {
    tag: 'Recorded about me',
    description: 'What is recorded about the caller, and who saw it.',
    routes: recordedAboutMeRoutes,
  },
  { tag: 'Users', description: 'User accounts.', routes: userRoutes },
  { tag: 'Invitations', description: 'Links with which people join a company.', routes: invitationRoutes },
  { tag: 'Sign-up', description: 'New companies.', routes: signUpRoutes },
  { tag: 'Tenants', description: 'Tenants: the companies that use Porchlight.', routes: tenantRoutes },
  { tag: 'Mails', description: 'Mails that the server sends.', routes: mailRoutes },
  { tag: 'Map', description: 'Public records as vector tiles.', routes: basemapRoutes },
  { tag: 'Mock data', description: 'Sample data for trying out the app.', routes: mockDataRoutes },
  { tag: 'Legacy', description: 'Static pages that predate the app.', routes: legacyRoutes },
  makeReference(() => features, 'public'),
]

/** The same with the access to the document that is configured. */
export function featuresFor({ apiDocs }: Pick<Config, 'apiDocs'>): Feature[] {
  if (apiDocs === 'public') return features
  const closed: Feature[] = [...features.slice(0, -1), makeReference(() => closed, 'signedIn')]
  return closed
}

function makeReference(all: () => Feature[], access: 'public' | 'signedIn'): Feature {
  return { tag: 'Reference', description: 'This document and its viewer.', routes: referenceRoutes(all, access) }
}

/** All documented routes, including health checks and metrics. */
export function allRoutes(): RouteDescription[] {
  return [...features.flatMap(({ routes }) => routes), ...healthRoutes]
}
