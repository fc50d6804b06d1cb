import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { formatCount, formatRate, pluralize } from '../../lib/numbers.ts'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { fillClasses } from '../../ui/hues.ts'
import type { RepSummary } from './useRepSummary.ts'

/** The doors of the period by outcome, with the company's own outcomes below what they count as. */
export function RepOutcomes({ summary }: { summary: RepSummary }) {
  const { outcomes } = summary
  const total = outcomes.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...outcomes.map(({ count }) => count))
  return (
    <Card title="Outcomes" aside={pluralize(total, 'door')}>
      <ul className="px-5 pt-2 pb-4 max-md:px-4">
        {outcomes.map(({ outcome, count, own }) => {
          const display = outcomeDisplay(outcome)
          return (
            <li key={outcome}>
              <div className="flex h-9 items-center gap-3">
                <OutcomeIcon display={display} size={22} />
                <span className="w-28 truncate max-[359px]:w-auto max-[359px]:flex-1">{display.label}</span>
                <span aria-hidden className="h-2 min-w-8 flex-1 rounded-full bg-sunken max-[359px]:hidden">
                  <span
                    style={{ width: `${(100 * count) / most}%` }}
                    className={classNames('block h-full rounded-full', fillClasses[display.hue])}
                  />
                </span>
                <Counts count={count} total={total} />
              </div>
              {own.length > 0 && (
                <ul aria-label={`${display.label}, by own outcomes`} className="pb-1 pl-8.5 text-small text-ink-2">
                  {own.map(({ outcomeId, name, count: ownCount }) => (
                    <li key={outcomeId} className="flex min-h-7 items-center gap-3">
                      <span dir="auto" className="min-w-0 flex-1 truncate text-left" title={name}>
                        {name}
                      </span>
                      <Counts count={ownCount} total={total} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** A count and its part of the total. */
function Counts({ count, total }: { count: number; total: number }) {
  return (
    <>
      <span className="figures w-9 text-right font-semibold">{formatCount(count)}</span>
      <span className="figures w-13 text-right text-small text-ink-2">
        {formatRate(total > 0 ? (100 * count) / total : 0)}
      </span>
    </>
  )
}
