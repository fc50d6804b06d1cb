import type { Me } from './MeProvider.tsx'

/** Where someone starts: a rep at the map, everybody else at their dashboard. */
export const homePathFor = (me: Pick<Me, 'effectiveRole'>): '/' | '/map' =>
  me.effectiveRole === 'SALES_REP' ? '/map' : '/'
