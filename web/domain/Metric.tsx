import { createContext, useContext } from 'react'
import type { FigureInput } from '../gql/graphql.ts'
import { classNames } from '../ui/classNames.ts'

/** A metric with the arguments that list its events. */
export interface MetricQuery {
  input: FigureInput
  /** The title of the dialog: 'Leads of Avery Sample'. */
  title: string
  /** How the value is computed if it is not a count: '23 of 96 leads'. */
  note?: string
  /** For all tenants: lists the value of each tenant first, then the events of one. */
  allTenants?: boolean
}

type Explain = (query: MetricQuery) => void

const ExplainContext = createContext<Explain | null>(null)

/** Provided by screens that can list the events of a metric. */
export const ExplainProvider = ExplainContext.Provider

interface MetricProps extends MetricQuery {
  /** The formatted value. */
  text: string
  /** Extends the click area to the surrounding badge or chip, which must be `relative`. */
  inBadge?: boolean
  className?: string
}

/** A value. Where the screen can explain it, a click lists the events it is computed from. */
export function Metric({ text, className, inBadge = false, ...query }: MetricProps) {
  const explain = useContext(ExplainContext)
  if (!explain) return <span className={classNames('figures', className)}>{text}</span>
  return (
    <button
      type="button"
      aria-label={`${text}, ${query.title}`}
      aria-haspopup="dialog"
      title={`${query.title}: list the events`}
      onClick={() => explain(query)}
      className={classNames(
        'figures rounded-badge decoration-2 underline-offset-4 hover:underline',
        // Enlarges the touch target. Pointers do not need it.
        inBadge
          ? 'after:absolute after:inset-0 after:rounded-badge touch:after:-inset-y-2.5'
          : '-mx-1 px-1 decoration-line-2 hover:bg-sunken touch:-mx-2 touch:px-2 touch:py-2',
        className,
      )}
    >
      {text}
    </button>
  )
}
