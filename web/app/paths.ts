/** The addresses of the app (spec §2), and those of the screens that are reached from Users or beside Logout. */
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
