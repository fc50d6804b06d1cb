import {
  CalendarIcon,
  CameraIcon,
  CheckIcon,
  CircleQuestionMarkIcon,
  ClockIcon,
  DogIcon,
  DollarSignIcon,
  DoorClosedIcon,
  FileTextIcon,
  FlagIcon,
  HammerIcon,
  HandIcon,
  HeartIcon,
  HomeIcon,
  KeyRoundIcon,
  LockIcon,
  MailIcon,
  PhoneIcon,
  StarIcon,
  TriangleAlertIcon,
  UserRoundXIcon,
  XIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { OutcomeColor, OutcomeMark as Mark } from '../gql/graphql.ts'
import { classNames } from '../ui/classNames.ts'
import { fillClasses, type Hue } from '../ui/hues.ts'
import { HalfDiscIcon } from './HalfDiscIcon.tsx'

/** The glyph of each mark, and its name in a list of them. */
const marks: Record<Mark, [icon: ComponentType<{ size?: number }>, label: string]> = {
  DOOR: [DoorClosedIcon, 'Door'],
  HALF_DISC: [HalfDiscIcon, 'Half disc'],
  STAR: [StarIcon, 'Star'],
  CROSS: [XIcon, 'Cross'],
  CLOCK: [ClockIcon, 'Clock'],
  PAGE: [FileTextIcon, 'Page'],
  PERSON: [UserRoundXIcon, 'Person'],
  HAND: [HandIcon, 'Hand'],
  HOME: [HomeIcon, 'House'],
  KEY: [KeyRoundIcon, 'Key'],
  LOCK: [LockIcon, 'Lock'],
  DOG: [DogIcon, 'Dog'],
  PHONE: [PhoneIcon, 'Phone'],
  MAIL: [MailIcon, 'Envelope'],
  CALENDAR: [CalendarIcon, 'Calendar'],
  CAMERA: [CameraIcon, 'Camera'],
  TOOLS: [HammerIcon, 'Hammer'],
  MONEY: [DollarSignIcon, 'Dollar sign'],
  HEART: [HeartIcon, 'Heart'],
  FLAG: [FlagIcon, 'Flag'],
  CHECK: [CheckIcon, 'Check mark'],
  QUESTION: [CircleQuestionMarkIcon, 'Question mark'],
  WARNING: [TriangleAlertIcon, 'Warning sign'],
}

export const markLabels = Object.entries(marks).map(([mark, [, label]]) => ({ mark: mark as Mark, label }))

/** The mark of an outcome of the company's own, in its color. Always show its name next to it. */
export function OutcomeMark({ mark, color, size }: { mark: Mark; color: OutcomeColor; size: number }) {
  const [Icon] = marks[mark]
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full',
        fillClasses[color.toLowerCase() as Hue],
      )}
    >
      <Icon size={Math.round(size * 0.55)} />
    </span>
  )
}
