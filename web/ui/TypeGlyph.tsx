import { BrickWall, Building2, CloudLightning, Droplets, House, Tornado, Wrench } from 'lucide-react'
import type { ComponentType, ReactNode, SVGProps } from 'react'
import { classNames } from './classNames.ts'
import { type Hue, tinted } from './hues.ts'

export type AnyPropertyType =
  'GUTTER' | 'METAL_ROOF' | 'SHINGLE' | 'STORM' | 'TORNADO' | 'CONCRETE' | 'COMMERCIAL' | 'GENERIC' | 'ALL_REPAIRS'

type Glyph = ComponentType<{ size?: number; className?: string; 'aria-hidden'?: boolean }>

interface PropertyTypeLook {
  value: AnyPropertyType
  label: string
  hue: Hue
  glyph: Glyph
}

const drawn =
  (...paths: string[]): Glyph =>
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

const StandingSeam = drawn('M6.5 5h11L22 19H2z', 'M10.2 5 8.8 19', 'M13.8 5l1.4 14', 'M3.5 19v0')
const Scallops = drawn(
  'M3 5h18v4a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z',
  'M9 5v4M15 5v4',
  'M6 12v4a3 3 0 0 0 6 0 3 3 0 0 0 6 0v-4',
  'M12 12v4',
)

/** The nine types in the order of their number keys, with the labels of the specification. */
export const propertyTypes: readonly PropertyTypeLook[] = [
  { value: 'GUTTER', label: 'Gutter Cleaning', hue: 'info', glyph: Droplets },
  { value: 'METAL_ROOF', label: 'Metal Roof', hue: 'slate', glyph: StandingSeam },
  { value: 'SHINGLE', label: 'Shingle Repair', hue: 'orange', glyph: Scallops },
  { value: 'STORM', label: 'Storm Damage', hue: 'plum', glyph: CloudLightning },
  { value: 'TORNADO', label: 'Tornado Damage', hue: 'bad', glyph: Tornado },
  { value: 'CONCRETE', label: 'Concrete', hue: 'mute', glyph: BrickWall },
  { value: 'COMMERCIAL', label: 'Commercial', hue: 'teal', glyph: Building2 },
  { value: 'GENERIC', label: 'Generic', hue: 'warn', glyph: House },
  { value: 'ALL_REPAIRS', label: 'All Repairs', hue: 'good', glyph: Wrench },
]

const looks = Object.fromEntries(propertyTypes.map((look) => [look.value, look])) as Record<
  AnyPropertyType,
  PropertyTypeLook
>

/** 'Storm Damage' of STORM. */
export const propertyTypeLabel = (type: AnyPropertyType): string => looks[type].label

/** The glyph of a type on its tint square. Its label stands beside it. */
export function TypeGlyph({ type, size = 26 }: { type: AnyPropertyType; size?: number }) {
  const { hue, glyph: Drawing } = looks[type]
  return (
    <span
      style={{ width: size, height: size }}
      className={classNames('inline-flex shrink-0 items-center justify-center rounded-badge', tinted[hue])}
    >
      <Drawing aria-hidden size={Math.round(size * 0.62)} />
    </span>
  )
}

/** Glyph and label, or glyph and count where only a count fits; the label is then its accessible name. */
export function TypeChip({ type, count, className }: { type: AnyPropertyType; count?: ReactNode; className?: string }) {
  const { hue, glyph: Drawing, label } = looks[type]
  const words: ReactNode =
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
        tinted[hue],
        className,
      )}
    >
      <Drawing aria-hidden size={15} />
      {words}
    </span>
  )
}
