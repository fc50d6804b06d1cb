/** The logo: a roof above a light. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width={size} height={size} className="shrink-0">
      <rect width="32" height="32" rx="8" fill="#1c1b18" />
      <circle cx="16" cy="20" r="9" fill="#ffab2e" opacity=".3" />
      <circle cx="16" cy="20" r="4.8" fill="#ffb142" />
      <path
        d="M6.5 15.2 16 7.2l9.5 8"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
