import { createContext, useContext } from 'react'
import type { FigureInput } from '../gql/graphql.ts'
import { classNames } from '../ui/classNames.ts'

/** A metric with the arguments that list its events. */
export interface MetricQuery {
  input: FigureInput
  /** The title of the receipt: 'Leads of Avery Sample'. */
  title: string
  /** How the value is computed if it is not a count: '23 of 96 leads'. */
  note?: string
  /** For all tenants: lists the value of each tenant first, then the events of one. */
  allTenants?: boolean
  /** For the cost of a time from `from` to `to`: lists what each service cost, beside this earlier time, then the events of one. */
  compared?: { from: string; to: string }
}

type Explain = (query: MetricQuery) => void

const ExplainContext = createContext<Explain | null>(null)

/** Provided by screens that can list the events of a metric. */
export const ExplainProvider = ExplainContext.Provider

/** Opens the receipt of a metric; null where the screen cannot. For charts, whose points are not values in a text. */
export const useExplain = (): Explain | null => useContext(ExplainContext)

interface MetricProps extends MetricQuery {
  /** The formatted value. */
  text: string
  /** Extends the click area to the surrounding badge, chip or statistic, which must be `relative`. A statistic shows by an icon that it opens. */
  fills?: 'badge' | 'stat'
  className?: string
}

/** A value. Where the screen can explain it, a click opens its receipt. */
export function Metric({ text, className, fills, ...query }: MetricProps) {
  const explain = useExplain()
  if (!explain) return <span className={classNames('figures', className)}>{text}</span>
  return (
    <button
      type="button"
      aria-label={`${text}, ${query.title}`}
      aria-haspopup="dialog"
      title={query.title}
      onClick={() => explain(query)}
      className={classNames(
        // Lines under all the values of a screen would be louder than the values.
        'figures rounded-badge decoration-dotted underline-offset-4 hover:underline focus-visible:underline',
        // Enlarges the touch target to at least 44 px each way. Pointers do not need it.
        fills !== 'stat' &&
          'touch:after:inset-auto touch:after:top-1/2 touch:after:left-1/2 touch:after:size-full touch:after:min-h-11 touch:after:min-w-11 touch:after:-translate-1/2',
        fills
          ? 'group/metric after:absolute after:inset-0 after:rounded-badge decoration-current/50'
          : 'relative -mx-1 px-1 decoration-ink-3 hover:bg-sunken touch:after:absolute',
        className,
      )}
    >
      {text}
      {fills === 'stat' && (
        <span className="receipt-icon absolute top-4 right-4 text-ink-3 group-hover/metric:text-ink" />
      )}
    </button>
  )
}
