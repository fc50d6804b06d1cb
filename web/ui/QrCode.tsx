import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code of the text, dark on light in every theme, because many scanners need that. */
export function QrCode({ text, label, className = 'size-44' }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** A path of one square for each dark module, with the quiet zone of four modules around them. */
function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
