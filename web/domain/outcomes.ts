import {
  ClockIcon,
  DoorClosedIcon,
  FileTextIcon,
  HandIcon,
  MessagesSquareIcon,
  StarIcon,
  UserRoundXIcon,
  XIcon,
  type LucideIcon,
} from 'lucide-react'
import type { KnockOutcome } from '../gql/graphql.ts'
import type { Hue } from '../ui/hues.ts'

export interface OutcomeDisplay {
  outcome: KnockOutcome
  label: string
  hue: Hue
  /** The shape behind the icon, so that outcomes are not distinguished by color alone. */
  shape: 'square' | 'gable' | 'octagon' | 'disc'
  icon: LucideIcon
}

/** The eight outcomes, the four most frequent first. */
export const OUTCOMES: readonly OutcomeDisplay[] = [
  { outcome: 'NOBODY_HOME', label: 'Nobody home', hue: 'slate', shape: 'square', icon: DoorClosedIcon },
  { outcome: 'TALKED', label: 'Talked', hue: 'info', shape: 'square', icon: MessagesSquareIcon },
  { outcome: 'INTERESTED', label: 'Interested', hue: 'good', shape: 'gable', icon: StarIcon },
  { outcome: 'NOT_INTERESTED', label: 'Not interested', hue: 'bad', shape: 'octagon', icon: XIcon },
  { outcome: 'COME_BACK', label: 'Come back', hue: 'plum', shape: 'disc', icon: ClockIcon },
  { outcome: 'LEFT_FLYER', label: 'Left flyer', hue: 'teal', shape: 'disc', icon: FileTextIcon },
  { outcome: 'NOT_THE_OWNER', label: 'Not the owner', hue: 'orange', shape: 'disc', icon: UserRoundXIcon },
  { outcome: 'NO_SOLICITING', label: 'No soliciting', hue: 'mute', shape: 'octagon', icon: HandIcon },
]

/** The icon, label and colors of an outcome. */
export function outcomeDisplay(outcome: KnockOutcome): OutcomeDisplay {
  return OUTCOMES.find((look) => look.outcome === outcome)!
}
