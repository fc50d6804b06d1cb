import { hourOfDay } from '../../lib/dates.ts'
import { formatCount, formatDecimal } from '../../lib/numbers.ts'
import { useNow } from '../../lib/useNow.ts'
import { classNames } from '../../ui/classNames.ts'
import { barHeights, coversHour, type DayHour, hourLabels, hourName, shownHours } from './dayHours.ts'

/** The doors of today by hour, with the outlines of the usual ones behind them, which sunlight does not hide. Screen readers get a table. */
export function HourBars({ hours, timeZone }: { hours: readonly DayHour[]; timeZone: string }) {
  const currentHour = hourOfDay(new Date(useNow()), timeZone)
  const shown = shownHours(hours)
  const heights = barHeights(shown)
  const labels = hourLabels(shown)
  return (
    <div className="relative">
      <div aria-hidden className="flex gap-1.5">
        {shown.map((bar, index) => (
          <div key={bar.hour} className="min-w-0 flex-1">
            <div className="relative h-16 md:h-24">
              <Bar height={heights[index]!.usual} className="min-h-1 border-[1.5px] border-line-2" />
              {heights[index]!.doors > 0 && (
                <Bar
                  height={heights[index]!.doors}
                  className={classNames('min-h-1', coversHour(bar, currentHour) ? 'bg-series-1' : 'bg-series-5')}
                />
              )}
            </div>
            <p className="mt-1.5 h-4 w-0 text-micro whitespace-nowrap text-ink-3">{labels[index]}</p>
          </div>
        ))}
      </div>
      <div className="sr-only">
        <table>
          <caption>Doors by hour</caption>
          <thead>
            <tr>
              <th scope="col">Hour</th>
              <th scope="col">Today</th>
              <th scope="col">Usual</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((bar) => (
              <tr key={bar.hour} aria-current={coversHour(bar, currentHour) ? 'time' : undefined}>
                <th scope="row">{hourName(bar)}</th>
                <td>{formatCount(bar.doorsKnocked)}</td>
                <td>{formatDecimal(bar.avgDoorsKnocked)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Bar({ height, className }: { height: number; className: string }) {
  return (
    <div
      style={{ height: `${height}%` }}
      className={classNames('absolute inset-x-0 bottom-0 rounded-t-[3px] rounded-b-[1px]', className)}
    />
  )
}
