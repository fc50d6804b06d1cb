import type { ReactNode } from 'react'

/** A figure above its label, within the `dl` of a card. */
export const CardFigure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col-reverse">
    <dt className="text-badge text-ink-2">{label}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)
