import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMockData } from '../../session/mockData.ts'
import { ExplainProvider, type FigureQuestion } from '../../ui/Figure.tsx'

// Fetched with the first question.
const ExplainDialog = lazy(async () => ({ default: (await import('./ExplainDialog.tsx')).ExplainDialog }))

/** Around a screen: a click on any of its figures lists the events that it is made of; invented ones are made of none. */
export function ExplainFigures({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<FigureQuestion | null>(null)
  const mock = useMockData()
  return (
    <ExplainProvider value={mock ? null : setQuestion}>
      {children}
      {question && (
        <Suspense>
          <ExplainDialog question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
    </ExplainProvider>
  )
}
