import { BrickWall, Building2, CloudLightning, Droplets, House, Tornado, Wrench } from 'lucide-react'
import type { ComponentType, ReactNode, SVGProps } from 'react'
import type { PropertyType } from '../gql/graphql.ts'
import { classNames } from '../ui/classNames.ts'
import { type Hue, tintClasses } from '../ui/hues.ts'
import { propertyTypeLabels } from './labels.ts'

type IconComponent = ComponentType<{ size?: number; className?: string; 'aria-hidden'?: boolean }>

interface PropertyTypeDisplay {
  hue: Hue
  icon: IconComponent
}

const strokeIcon =
  (...paths: string[]): IconComponent =>
  ({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) => (
    <svg
      {...rest}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.85}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  )

const StandingSeam = strokeIcon('M6.5 5h11L22 19H2z', 'M10.2 5 8.8 19', 'M13.8 5l1.4 14', 'M3.5 19v0')
const Scallops = strokeIcon(
  'M3 5h18v4a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z',
  'M9 5v4M15 5v4',
  'M6 12v4a3 3 0 0 0 6 0 3 3 0 0 0 6 0v-4',
  'M12 12v4',
)

const displays: Record<PropertyType, PropertyTypeDisplay> = {
  GUTTER: { hue: 'info', icon: Droplets },
  METAL_ROOF: { hue: 'slate', icon: StandingSeam },
  SHINGLE: { hue: 'orange', icon: Scallops },
  STORM: { hue: 'plum', icon: CloudLightning },
  TORNADO: { hue: 'bad', icon: Tornado },
  CONCRETE: { hue: 'mute', icon: BrickWall },
  COMMERCIAL: { hue: 'teal', icon: Building2 },
  GENERIC: { hue: 'warn', icon: House },
  ALL_REPAIRS: { hue: 'good', icon: Wrench },
}

/** The types in the order of their number keys, as choices. */
export const propertyTypes = Object.entries(propertyTypeLabels).map(([value, label]) => ({
  value: value as PropertyType,
  label,
  ...displays[value as PropertyType],
}))

/** The icon of a type. Always show its label next to it. */
export function PropertyTypeIcon({ type, size = 26 }: { type: PropertyType; size?: number }) {
  const { hue, icon: Icon } = displays[type]
  return (
    <span
      style={{ width: size, height: size }}
      className={classNames('inline-flex shrink-0 items-center justify-center rounded-badge', tintClasses[hue])}
    >
      <Icon aria-hidden size={Math.round(size * 0.62)} />
    </span>
  )
}

/** Icon with the label; or with a count, where the label is the accessible name. */
export function PropertyTypeChip({
  type,
  count,
  className,
}: {
  type: PropertyType
  count?: ReactNode
  className?: string
}) {
  const { hue, icon: Icon } = displays[type]
  const label = propertyTypeLabels[type]
  const text: ReactNode =
    count === undefined ? (
      label
    ) : (
      <>
        <span className="sr-only">{label}: </span>
        <span className="figures">{count}</span>
      </>
    )
  return (
    <span
      title={count === undefined ? undefined : label}
      className={classNames(
        'relative inline-flex h-6 items-center gap-1.5 rounded-badge px-1.5 text-badge font-semibold whitespace-nowrap',
        tintClasses[hue],
        className,
      )}
    >
      <Icon aria-hidden size={15} />
      {text}
    </span>
  )
}
