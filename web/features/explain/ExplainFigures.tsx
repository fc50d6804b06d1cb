import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useMe } from '../../session/MeProvider.tsx'
import { ExplainProvider, type FigureQuestion } from '../../ui/Figure.tsx'

// Fetched with the first question.
const ExplainDialog = lazy(async () => ({ default: (await import('./ExplainDialog.tsx')).ExplainDialog }))

/** Around a screen: a click on any of its figures lists the events that it is made of. */
export function ExplainFigures({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<FigureQuestion | null>(null)
  const tenantId = useMe().tenant?.id
  const explaining = useMemo(
    () => ({
      answer: setQuestion,
      // Where a tenant is chosen, the server answers for that one alone.
      canAnswer: ({ everyTenant, input }: FigureQuestion) =>
        !tenantId || (!everyTenant && (!input.tenantId || input.tenantId === tenantId)),
    }),
    [tenantId],
  )
  return (
    <ExplainProvider value={explaining}>
      {children}
      {question && (
        <Suspense>
          <ExplainDialog question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
    </ExplainProvider>
  )
}
