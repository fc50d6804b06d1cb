import { createContext, useContext } from 'react'
import type { FigureInput } from '../gql/graphql.ts'
import { classNames } from './classNames.ts'

/** A figure that somebody wants to see the events of. */
export interface FigureQuestion {
  input: FigureInput
  /** What the figure is called: 'Leads of Avery Sample'. */
  title: string
  /** How it comes of its events, where it is not simply how many there are: '23 of 96 leads'. */
  note?: string
  /** A figure of all tenants together: its parts come first, then the events of one. */
  everyTenant?: boolean
}

interface Explaining {
  canAnswer: (question: FigureQuestion) => boolean
  answer: (question: FigureQuestion) => void
}

const ExplainContext = createContext<Explaining>({ canAnswer: () => false, answer: () => undefined })

/** Given by a screen that can list the events of its figures. */
export const ExplainProvider = ExplainContext.Provider

interface FigureProps extends FigureQuestion {
  /** The figure as it is shown. */
  text: string
  className?: string
}

/** A figure; where the screen can explain it, a click lists the events that it is made of. */
export function Figure({ text, className, ...question }: FigureProps) {
  const { canAnswer, answer } = useContext(ExplainContext)
  if (!canAnswer(question)) return <span className={classNames('figures', className)}>{text}</span>
  return (
    <button
      type="button"
      aria-label={`${text}, ${question.title}`}
      aria-haspopup="dialog"
      title={`${question.title}: list the events`}
      onClick={() => answer(question)}
      className={classNames(
        'figures relative -mx-1 rounded-badge px-1 decoration-line-2 decoration-2 underline-offset-4 hover:bg-sunken hover:underline',
        // Room for a finger around a figure that is no bigger than its text.
        'touch:after:absolute touch:after:-inset-x-2 touch:after:-inset-y-3',
        className,
      )}
    >
      {text}
    </button>
  )
}
