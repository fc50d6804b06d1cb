/** A lit porch as the map draws it. Always show or say in words what it means. */
export function PorchLight({ isTalk }: { isTalk: boolean }) {
  return (
    <svg aria-hidden viewBox="-12 -12 24 24" width={20} height={20} className="shrink-0">
      <Light isTalk={isTalk} />
    </svg>
  )
}

/** The light within a drawing, around its origin: large and with a glow for a talk, small for another knock. */
export function Light({ isTalk }: { isTalk: boolean }) {
  return (
    <>
      <circle r={isTalk ? 11.5 : 6.5} fill="#ffab2e" fillOpacity={0.3} />
      {isTalk && <circle r={8.5} fill="#ffab2e" fillOpacity={0.55} />}
      <circle r={isTalk ? 5 : 3} fill={isTalk ? '#fff4d6' : '#ffd591'} stroke="#a85c00" strokeWidth={1.5} />
    </>
  )
}
