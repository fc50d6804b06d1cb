/** The URL paths of the app (spec §2), and of the screens that are linked from Users and from the top bar. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  changePassword: '/change-password',
  map: '/map',
  properties: '/properties',
  leads: '/leads',
  admin: '/admin',
  templates: '/templates',
  users: '/users',
  tenants: '/tenants',
  activity: '/activity',
  apiKeys: '/api-keys',
  legacyFlyer: '/legacy-flyer',
} as const
