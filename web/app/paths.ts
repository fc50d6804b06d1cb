/** The addresses of the app (spec §2). */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  changePassword: '/change-password',
  map: '/map',
} as const
