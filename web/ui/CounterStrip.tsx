import type { ComponentType, ReactNode } from 'react'
import { formatCount } from '../lib/numbers.ts'
import { Card } from './Card.tsx'
import { classNames } from './classNames.ts'
import { type Hue, tintClasses } from './hues.ts'
import { Skeleton } from './Skeleton.tsx'

export interface Counter {
  label: string
  /** Undefined while loading, null after a failure. */
  value: number | null | undefined
  icon: ReactNode
}

/** Up to four counts in one card: icon and figure side by side, and on a phone the figures alone. */
export function CounterStrip({ counters }: { counters: readonly Counter[] }) {
  return (
    <Card className="overflow-hidden max-md:-mx-4 max-md:rounded-none!">
      <div className="grid grid-cols-4 divide-x divide-line">
        {counters.map(({ label, value, icon }) => (
          <div
            key={label}
            className="flex items-center gap-4 px-5 py-4 max-lg:gap-3 max-md:items-start max-md:justify-center max-md:px-1 max-md:py-3"
          >
            <span aria-hidden className="max-md:hidden">
              {icon}
            </span>
            <dl className="flex flex-col-reverse max-md:items-center max-md:text-center">
              <dt className="text-small text-ink-2 max-md:text-[0.75rem] max-md:leading-4">{label}</dt>
              <dd className="figures flex min-h-7 items-center text-stat-compact max-md:justify-center max-md:text-[1.125rem]">
                {value === undefined ? (
                  <Skeleton className="h-5 w-14 max-md:w-10" />
                ) : value === null ? (
                  '–'
                ) : (
                  formatCount(value)
                )}
              </dd>
            </dl>
          </div>
        ))}
      </div>
    </Card>
  )
}

/** The glyph of a counter on its tint square. */
export function IconTile({ hue, icon: Icon }: { hue: Hue; icon: ComponentType<{ size?: number }> }) {
  return (
    <span className={classNames('flex size-9 items-center justify-center rounded-button', tintClasses[hue])}>
      <Icon size={18} />
    </span>
  )
}
