import type { Me } from './MeProvider.tsx'

/** Where someone starts: an owner at the dashboard, everybody else at the map. */
export const homePathFor = (me: Pick<Me, 'effectiveRole'>): '/' | '/map' =>
  me.effectiveRole === 'OWNER' ? '/' : '/map'
