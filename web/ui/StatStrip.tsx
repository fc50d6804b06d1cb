import { ArrowUpRight } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { formatCount } from '../lib/numbers.ts'
import { Card } from './Card.tsx'
import { classNames } from './classNames.ts'
import { type Hue, tintClasses } from './hues.ts'
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
  /** A number is formatted. Undefined while loading, null after a failure. */
  value: ReactNode
  /** The time that the value covers, beside the label: 'all time'. */
  note?: string
  /** Shown by a compact strip on wide screens. */
  icon?: ReactNode
  change?: StatChange | undefined
  /** In place of a change: '31.0% of doors'. */
  hint?: string | undefined
  /** Past values for a sparkline, oldest first. */
  trend?: readonly number[] | undefined
}

interface StatStripProps {
  stats: readonly Stat[]
  /** Reserves a line for the change of each statistic. */
  withChanges?: boolean
}

/** Four or six statistics in one card; below 1,200 px in two columns, or six of them in three. */
export function StatStrip({ stats, withChanges = false }: StatStripProps) {
  return (
    <Card
      // The hairlines are the ground between the statistics.
      className={classNames(
        'grid grid-cols-2 gap-px overflow-hidden bg-line!',
        stats.length > 4 ? 'md:grid-cols-3 xl:grid-cols-6' : 'xl:grid-cols-4',
      )}
    >
      {stats.map((stat) => (
        <div key={stat.label} className="@container relative bg-surface px-5 pt-4 pb-4.5 max-md:px-4">
          <dl>
            <dt className="pr-5 text-small text-ink-2">
              {stat.label}
              {stat.note && (
                <span className="text-ink-3 max-md:block">
                  <span className="max-md:hidden"> · </span>
                  {stat.note}
                </span>
              )}
            </dt>
            <dd>
              <span className="mt-2 flex h-9 items-center text-stat max-md:h-7 max-md:text-stat-compact">
                {valueOf(stat, 'h-6 w-24')}
              </span>
              {withChanges && (
                <span
                  className={classNames(
                    'mt-1.5 block min-h-[18px] text-small text-ink-2',
                    // The line chart stands beside it, where there is room for both.
                    stat.trend && '@min-[17rem]:pr-25',
                  )}
                >
                  {stat.change && <ChangeLine {...stat.change} />}
                  {stat.hint}
                </span>
              )}
            </dd>
          </dl>
          {stat.trend && (
            <Sparkline
              values={stat.trend}
              className="pointer-events-none absolute right-4 bottom-4.5 hidden @min-[17rem]:block"
            />
          )}
        </div>
      ))}
    </Card>
  )
}

/** Four statistics in one row on every screen, with icons except on phones. */
export function CompactStatStrip({ stats }: { stats: readonly Stat[] }) {
  return (
    <Card className="overflow-hidden">
      {/* On a phone the columns are as wide as their labels, which stay on one line. */}
      <div className="grid grid-cols-4 divide-x divide-line max-md:grid-cols-[repeat(4,auto)]">
        {stats.map((stat) => (
          <div
            key={stat.label}
            className="flex items-center gap-4 px-5 py-4 max-lg:gap-3 max-md:items-start max-md:justify-center max-md:px-0.5 max-md:py-1.5"
          >
            <span aria-hidden className="max-md:hidden">
              {stat.icon}
            </span>
            <dl className="flex flex-col-reverse max-md:items-center max-md:text-center">
              <dt className="text-small text-ink-2 max-md:text-[0.75rem] max-md:leading-4 min-[360px]:max-md:whitespace-nowrap">
                {stat.label}
              </dt>
              <dd className="flex min-h-7 items-center text-stat-compact max-md:justify-center max-md:text-[1.125rem]">
                {valueOf(stat, 'h-5 w-14 max-md:w-10')}
              </dd>
            </dl>
          </div>
        ))}
      </div>
    </Card>
  )
}

function valueOf({ value }: Stat, skeletonClasses: string): ReactNode {
  if (value === undefined) return <Skeleton className={skeletonClasses} />
  return typeof value === 'number' ? formatCount(value) : (value ?? '–')
}

/** An icon on a tinted square. */
export function IconTile({ hue, icon: Icon }: { hue: Hue; icon: ComponentType<{ size?: number }> }) {
  return (
    <span className={classNames('flex size-9 items-center justify-center rounded-button', tintClasses[hue])}>
      <Icon size={18} />
    </span>
  )
}

/** Says whether a value rose or fell: one arrow, turned. */
export function ChangeArrow({ delta }: { delta: number }) {
  const turn = delta > 0 ? '' : delta < 0 ? 'rotate-90' : 'rotate-45'
  return (
    <>
      <ArrowUpRight aria-hidden size={13} strokeWidth={2.2} className={`shrink-0 self-center ${turn}`} />
      <span className="sr-only">{delta > 0 ? 'up' : delta < 0 ? 'down' : 'unchanged'} </span>
    </>
  )
}

function ChangeLine({ delta, text, comparison, riseIs }: StatChange) {
  const isGood = riseIs && delta !== 0 ? delta > 0 === (riseIs === 'good') : null
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span
        className={classNames(
          'figures flex items-center gap-1 font-semibold',
          isGood === null ? 'text-ink' : isGood ? 'text-good' : 'text-bad',
        )}
      >
        <ChangeArrow delta={delta} />
        {text}
      </span>
      <span>{comparison}</span>
    </span>
  )
}
