import { ClockIcon, DoorClosedIcon, FileTextIcon, HandIcon, StarIcon, UserRoundXIcon, XIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { KnockOutcome } from '../gql/graphql.ts'
import type { Hue } from '../ui/hues.ts'
import { HalfDiscIcon } from './HalfDiscIcon.tsx'
import { outcomeLabels } from './labels.ts'

export interface OutcomeDisplay {
  outcome: KnockOutcome
  label: string
  hue: Hue
  /** The shape behind the icon, so that outcomes are not distinguished by color alone. */
  shape: 'square' | 'gable' | 'octagon' | 'disc'
  icon: ComponentType<{ size?: number; fill?: string }>
}

/** An outcome of the company's own that a rep chose. */
export interface OwnOutcome {
  id: string
  name: string
}

/** The eight outcomes, the four most frequent first. */
export const OUTCOMES: readonly OutcomeDisplay[] = [
  { outcome: 'NOBODY_HOME', label: outcomeLabels.NOBODY_HOME, hue: 'slate', shape: 'square', icon: DoorClosedIcon },
  { outcome: 'TALKED', label: outcomeLabels.TALKED, hue: 'info', shape: 'square', icon: HalfDiscIcon },
  { outcome: 'INTERESTED', label: outcomeLabels.INTERESTED, hue: 'good', shape: 'gable', icon: StarIcon },
  { outcome: 'NOT_INTERESTED', label: outcomeLabels.NOT_INTERESTED, hue: 'bad', shape: 'octagon', icon: XIcon },
  { outcome: 'COME_BACK', label: outcomeLabels.COME_BACK, hue: 'plum', shape: 'disc', icon: ClockIcon },
  { outcome: 'LEFT_FLYER', label: outcomeLabels.LEFT_FLYER, hue: 'teal', shape: 'disc', icon: FileTextIcon },
  { outcome: 'NOT_THE_OWNER', label: outcomeLabels.NOT_THE_OWNER, hue: 'orange', shape: 'disc', icon: UserRoundXIcon },
  { outcome: 'NO_SOLICITING', label: outcomeLabels.NO_SOLICITING, hue: 'mute', shape: 'octagon', icon: HandIcon },
]

/** The icon, label and colors of an outcome. */
export function outcomeDisplay(outcome: KnockOutcome): OutcomeDisplay {
  return OUTCOMES.find((look) => look.outcome === outcome)!
}
