import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { classNames } from './classNames.ts'
import { Skeleton } from './Skeleton.tsx'
import { Sparkline } from './Sparkline.tsx'

/** The change of a statistic since an earlier period. */
export interface StatChange {
  /** Positive for an increase, negative for a decrease. */
  delta: number
  /** '9.2%'. */
  text: string
  /** 'vs last week'. */
  comparison: string
  /** Whether an increase is good or bad; undefined if neither. */
  riseIs?: 'good' | 'bad'
}

export interface Stat {
  label: string
  /** Undefined while loading, null after a failure. */
  value: ReactNode
  change?: StatChange | undefined
  /** Past values for a sparkline, oldest first. */
  trend?: readonly number[] | undefined
}

/** Four figures in one card, each with what became of it: side by side, or two by two where that has no room. */
export function StatStrip({ stats }: { stats: readonly Stat[] }) {
  return (
    <Card className="grid grid-cols-2 overflow-hidden xl:grid-cols-4">
      {stats.map((stat, index) => (
        <dl
          key={stat.label}
          className={classNames(
            'relative border-line px-5 pt-4 pb-4.5 max-md:px-4',
            index % 2 ? 'border-l' : 'xl:not-first:border-l',
            index > 1 && 'max-xl:border-t',
          )}
        >
          <dt className="text-small text-ink-2">{stat.label}</dt>
          <dd>
            <span className="figures mt-2 flex h-9 items-center text-stat max-md:h-7 max-md:text-stat-compact">
              {stat.value === undefined ? <Skeleton className="h-6 w-24" /> : (stat.value ?? '–')}
            </span>
            <span className="mt-1.5 block min-h-[18px] text-small text-ink-2">
              {stat.change && <ChangeLine {...stat.change} />}
            </span>
          </dd>
          {stat.trend && (
            <Sparkline
              values={stat.trend}
              className="pointer-events-none absolute right-4 bottom-4.5 max-md:hidden xl:max-[1280px]:hidden"
            />
          )}
        </dl>
      ))}
    </Card>
  )
}

const arrowIcons = { up: ArrowUpRight, down: ArrowDownRight, flat: ArrowRight }
const spokenDirections = { up: 'up', down: 'down', flat: 'unchanged' }

function ChangeLine({ delta, text, comparison, riseIs }: StatChange) {
  const direction = delta > 0 ? 'up' : delta < 0 ? 'down' : 'flat'
  const Arrow = arrowIcons[direction]
  const isGood = riseIs && direction !== 'flat' ? (direction === 'up') === (riseIs === 'good') : null
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span
        className={classNames(
          'figures flex items-center gap-1 font-semibold',
          isGood === null ? 'text-ink' : isGood ? 'text-good' : 'text-bad',
        )}
      >
        <Arrow aria-hidden size={13} strokeWidth={2.2} className="shrink-0" />
        <span className="sr-only">{spokenDirections[direction]} </span>
        {text}
      </span>
      <span>{comparison}</span>
    </span>
  )
}
