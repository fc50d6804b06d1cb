/**
 * The features of the product. A feature has the same name in api/{schema,resolvers,routes,usecases}, web/features and
 * tests/acceptance; `useCases` lists the other features whose use cases its own may call.
 */
export const features = {
  auth: { useCases: [] },
  tenants: { useCases: [] },
  users: { useCases: ['auth', 'tenants'] },
  apiKeys: { useCases: ['auth'] },
  activity: { useCases: ['tenants', 'users'] },
  performance: { useCases: ['tenants', 'users', 'knocking'] },
  usage: { useCases: ['tenants'] },
  properties: { useCases: ['tenants'] },
  locating: { useCases: ['properties'] },
  knocking: { useCases: ['properties'] },
  leads: { useCases: ['properties'] },
  jobs: { useCases: ['auth'] },
  imports: { useCases: ['auth', 'jobs', 'properties', 'leads', 'users', 'tenants'] },
  quickFind: { useCases: ['properties', 'leads', 'users'] },
  photos: { useCases: [] },
  webhooks: { useCases: ['auth'] },
  savedViews: { useCases: [] },
  exports: { useCases: ['activity', 'auth', 'jobs', 'leads', 'properties', 'users'] },
  sync: { useCases: ['knocking', 'properties', 'leads'] },
  templates: { useCases: [] },
  printing: { useCases: ['leads', 'templates'] },
  mockData: { useCases: ['activity', 'performance', 'properties', 'leads', 'usage', 'users'] },
}

/** Features of the client without a counterpart in the API. */
export const clientFeatures = ['dashboard', 'debugConsole', 'map', 'offline', 'outbox', 'viewAs']

/** Other files and folders beside the features: they are shared by all features or belong to none. */
export const sharedFiles = {
  'api/schema': ['common', 'enums'],
  'api/resolvers': ['all'],
  'api/routes': ['all'],
  'tests/acceptance': ['contract/', 'operations/', 'permissions/'],
  'tests/e2e': [
    'accessibility',
    'api',
    'connection',
    'coreWorkflow',
    'debugConsole',
    'demoServer',
    'device',
    'failedQueries',
    'fixtures',
    'globalSetup',
    'graphics',
    'legacyFlyer',
    'map',
    'mapOpening',
    'mapPage',
    'navigation',
    'offline',
    'saveProperty',
    'securityPolicy',
    'seedLeads',
    'signIn',
  ],
}
