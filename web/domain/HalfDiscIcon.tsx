/** A ring with half a disc: somebody was talked to. The same on the map, in lists and on buttons. */
export const HALF_DISC = (
  <>
    <circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" strokeWidth="1.8" />
    <path d="M8 4.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
  </>
)

/** `HALF_DISC` as an icon. */
export const HalfDiscIcon = ({ size }: { size?: number }) => (
  <svg aria-hidden viewBox="0 0 16 16" width={size} height={size}>
    {HALF_DISC}
  </svg>
)
