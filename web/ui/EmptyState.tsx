import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** The exact text of the specification, if it has one. */
  title: string
  /** The next step, in one sentence. */
  hint: ReactNode
  /** One button that does it. Only a card of a dashboard, beside others with a button, and a part of a dialog are without. */
  action?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div data-empty-state className="flex flex-col items-center px-5 py-10 text-center">
      <HouseIllustration />
      <p className="mt-4 text-section">{title}</p>
      <p className="mt-1 text-body text-balance text-ink-2">{hint}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

function HouseIllustration() {
  return (
    <svg aria-hidden viewBox="0 0 104 64" width={104} height={64} fill="none">
      <ellipse cx="52" cy="58" rx="50" ry="5" fill="var(--color-sunken)" />
      <path d="M28 28v29h48V28L52 8z" fill="var(--color-accent-tint)" />
      <path
        d="M22 31 52 7l30 24M29 26v31h46V26M45 57V39a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v18"
        stroke="var(--color-ink-2)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="67" cy="38" r="8" fill="var(--color-accent)" opacity=".3" />
      <circle cx="67" cy="38" r="4.2" fill="var(--color-accent)" />
    </svg>
  )
}
