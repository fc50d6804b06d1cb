import { createContext, useContext } from 'react'
import type { FigureInput } from '../gql/graphql.ts'
import { classNames } from './classNames.ts'

/** A figure that somebody wants to see the events of. */
export interface MetricQuery {
  input: FigureInput
  /** What the figure is called: 'Leads of Avery Sample'. */
  title: string
  /** How it comes of its events, where it is not simply how many there are: '23 of 96 leads'. */
  note?: string
  /** A figure of all tenants together: its parts come first, then the events of one. */
  allTenants?: boolean
}

type Explain = (query: MetricQuery) => void

const ExplainContext = createContext<Explain | null>(null)

/** Given by a screen that can list the events of its figures. */
export const ExplainProvider = ExplainContext.Provider

interface MetricProps extends MetricQuery {
  /** The figure as it is shown. */
  text: string
  /** Stands in a badge or a chip, which then is what one presses; it has to be `relative`. */
  inBadge?: boolean
  className?: string
}

/** A figure; where the screen can explain it, a click lists the events that it is made of. */
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
        // Room for a finger; in a table the pointer has enough of it.
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
