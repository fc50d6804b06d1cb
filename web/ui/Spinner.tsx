/** A spinner of `size` pixels in the current text color. It has no accessible name: show a text next to it. */
export function Spinner({ size = 15 }: { size?: number }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      className="shrink-0 animate-turn"
    >
      <path d="M12.6 12.6a6.5 6.5 0 1 1 0-9.2" />
    </svg>
  )
}
