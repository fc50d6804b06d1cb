import { OUTCOMES } from '../../domain/outcomes.ts'
import { type DoorShape, doorShape } from './markerShapes.ts'

/** The marker shapes with their labels: the eight outcomes, and a property where nobody has knocked. */
export const LEGEND_ITEMS: readonly { shape: DoorShape; label: string }[] = [
  { shape: 'new', label: 'New' },
  ...OUTCOMES.map(({ outcome, label }) => ({ shape: doorShape({ status: 'NEW', lastOutcome: outcome }), label })),
]
/** How the markers of colleagues' properties differ. */
export const TEAM_HINT = 'Solid is yours. Pale is the team’s.'
