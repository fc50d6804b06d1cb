import { useApolloClient } from '@apollo/client/react'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { PrintCheckDocument } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastError } from '../../lib/toasts.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PrintDialog } from './PrintDialog.tsx'
import { TemplateSelect } from './TemplateSelect.tsx'
import { usePrintableTemplates } from './usePrintableTemplates.ts'

/** The Batch Print card of a dashboard: chooses a template and opens the print dialog for the selected leads. */
export function PrintCard({ leadIds, className }: { leadIds: readonly string[]; className?: string }) {
  const client = useApolloClient()
  const templates = usePrintableTemplates('Failed to fetch templates')
  const [template, setTemplate] = useState<string | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  const [preparedIds, setPreparedIds] = useState<string[] | null>(null)
  const prepare = async () => {
    if (leadIds.length === 0) return toastError('Please select leads to print')
    if (!template) return toastError('Please select a template')
    const ids = [...leadIds]
    setIsPreparing(true)
    try {
      await client.query({
        query: PrintCheckDocument,
        variables: { selection: { leadIds: ids } },
        fetchPolicy: 'network-only',
      })
      setPreparedIds(ids)
    } catch (error) {
      toastFailureWithReason(error, 'Failed to prepare batch print')
    } finally {
      setIsPreparing(false)
    }
  }
  return (
    <Card title="Batch Print" className={className ?? ''}>
      <div className="space-y-4 px-5 pt-4 pb-5 max-md:px-4">
        <TemplateSelect templates={templates} value={template} onChange={setTemplate} />
        <p role="status" className="figures text-body text-ink-2">
          {pluralize(leadIds.length, 'lead')} selected
        </p>
        <Button
          variant="primary"
          icon={<Printer aria-hidden size={16} />}
          busy={isPreparing}
          busyLabel="Preparing..."
          onClick={() => void prepare()}
          className="w-full"
        >
          Prepare Batch Print
        </Button>
      </div>
      {preparedIds && (
        <PrintDialog selection={{ leadIds: preparedIds }} templateId={template} onClose={() => setPreparedIds(null)} />
      )}
    </Card>
  )
}
