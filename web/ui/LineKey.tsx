/** A sample of a line of a chart, for legends. */
export function LineKey({ kind }: { kind: 'line' | 'dashes' }) {
  return (
    <svg aria-hidden width="14" height="6" className="shrink-0">
      {kind === 'line' ? (
        <path d="M1 3H13" stroke="var(--color-series-1)" strokeWidth="2.5" strokeLinecap="round" />
      ) : (
        <path d="M1 3H13" stroke="var(--color-series-5)" strokeWidth="1.75" strokeDasharray="2 3" />
      )}
    </svg>
  )
}
