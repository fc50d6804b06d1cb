import { GLYPH_LINE_WIDTH, GLYPHS } from './markerGlyphs.ts'
import { type DoorShape, PIN_COLORS, pinTextColor } from './markerShapes.ts'

const OCTAGON = 'M7 1H17L23 7V17L17 23H7L1 17V7Z'
const rectangle = (radius: number) =>
  `M${1 + radius} 1H${23 - radius}A${radius} ${radius} 0 0 1 23 ${1 + radius}V${23 - radius}A${radius} ${radius} 0 0 1 ${23 - radius} 23H${1 + radius}A${radius} ${radius} 0 0 1 1 ${23 - radius}V${1 + radius}A${radius} ${radius} 0 0 1 ${1 + radius} 1Z`

/** The bodies of the markers, as wide as high. */
const BODIES: Record<DoorShape, string> = {
  new: rectangle(11),
  contacted: rectangle(5),
  interested: 'M1 6L12 1 23 6V20A3 3 0 0 1 20 23H4A3 3 0 0 1 1 20Z',
  not_interested: OCTAGON,
  nobody_home: rectangle(1.5),
  come_back: rectangle(11),
  left_flyer: 'M5 1H16L23 8V19A4 4 0 0 1 19 23H5A4 4 0 0 1 1 19V5A4 4 0 0 1 5 1Z',
  not_the_owner: rectangle(8),
  do_not_knock: rectangle(1.5),
  no_soliciting: 'M8.5 1H15.5L23 8.5V15.5L15.5 23H8.5L1 15.5V8.5Z',
}

/** A marker without number and tail, for the legend and for lists. Always show its label next to it. */
export function MarkerIcon({
  shape,
  isTeams = false,
  size = 20,
}: {
  shape: DoorShape
  isTeams?: boolean
  size?: number
}) {
  const { lines, lineWidth = GLYPH_LINE_WIDTH, filled } = GLYPHS[shape]
  const { fill, tint, ink } = PIN_COLORS[shape]
  const glyphColor = pinTextColor(shape, isTeams)
  const edge = isTeams || shape === 'do_not_knock' ? ink : shape === 'new' ? '#33373d' : 'none'
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={size} height={size} className="shrink-0">
      <path d={BODIES[shape]} fill={isTeams ? tint : fill} stroke={edge} strokeWidth={1.6} />
      <g
        transform={`translate(12 ${shape === 'interested' ? 13 : 12}) scale(1.15)`}
        stroke="none"
        strokeLinecap="round"
      >
        {lines && <path d={lines} fill="none" stroke={glyphColor} strokeWidth={lineWidth} strokeLinejoin="round" />}
        {filled && <path d={filled} fill={glyphColor} />}
      </g>
    </svg>
  )
}
