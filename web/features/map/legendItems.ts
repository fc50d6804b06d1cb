import { OUTCOMES } from '../../domain/outcomes.ts'
import { type DoorShape, doorShape } from './markerShapes.ts'

/** The marker shapes with their labels: the eight outcomes, a property where nobody has knocked, and one where nobody may. */
export const LEGEND_ITEMS: readonly { shape: DoorShape; label: string }[] = [
  { shape: 'new', label: 'New' },
  ...OUTCOMES.map(({ outcome, label }) => ({ shape: doorShape({ status: 'NEW', lastOutcome: outcome }), label })),
  { shape: 'do_not_knock', label: 'Do not knock' },
]
/** How the markers of colleagues' properties differ. */
export const TEAM_HINT = 'Solid is yours. Pale is the team’s.'
