import { formatCount } from '../../lib/numbers.ts'
import { classNames } from '../../ui/classNames.ts'

interface Counts {
  created: number
  updated: number
  skipped: number
  unsure: number
  failed: number
}

/** The rows of a file by what becomes of them; they add up to all rows. */
export function CountList({ counts }: { counts: Counts }) {
  const entries = [
    { label: 'to create', value: counts.created, color: 'text-good' },
    { label: 'to update', value: counts.updated, color: 'text-warn' },
    { label: 'skipped', value: counts.skipped, color: 'text-ink' },
    ...(counts.unsure > 0 ? [{ label: 'unsure', value: counts.unsure, color: 'text-warn' }] : []),
    { label: 'with errors', value: counts.failed, color: 'text-bad' },
  ]
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-[repeat(auto-fit,minmax(6rem,1fr))]">
      {entries.map(({ label, value, color }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className={classNames('text-stat-compact', value > 0 ? color : 'text-ink-3')}>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
