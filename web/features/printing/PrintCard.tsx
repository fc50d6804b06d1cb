import { skipToken, useApolloClient, useQuery } from '@apollo/client/react'
import { Info, Printer } from 'lucide-react'
import { useState } from 'react'
import { PrintCheckDocument, type PrintCheckQuery } from '../../gql/graphql.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { toastError } from '../../lib/toasts.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PrintDialog } from './PrintDialog.tsx'
import { TemplateSelect } from './TemplateSelect.tsx'
import { usePrintableTemplates } from './usePrintableTemplates.ts'

/** The Batch Print card of a dashboard: chooses a template and opens the print dialog for the selected leads. */
export function PrintCard({ leadIds }: { leadIds: readonly string[] }) {
  const client = useApolloClient()
  const templates = usePrintableTemplates('Failed to fetch templates')
  const [template, setTemplate] = useState<string | null>(null)
  const { busy: isPreparing, run } = useBusy()
  const [preparedIds, setPreparedIds] = useState<string[] | null>(null)
  const { data } = useQuery(
    PrintCheckDocument,
    leadIds.length > 0
      ? {
          variables: { selection: { leadIds: [...leadIds] }, templateId: template },
          fetchPolicy: 'cache-and-network',
        }
      : skipToken,
  )
  const note = leadIds.length > 0 && data && describeCheck(data.printCheck)
  const prepare = async () => {
    if (leadIds.length === 0) return toastError('Please select leads to print')
    if (!template) return toastError('Please select a template')
    const ids = [...leadIds]
    try {
      await client.query({
        query: PrintCheckDocument,
        variables: { selection: { leadIds: ids } },
        fetchPolicy: 'network-only',
      })
      setPreparedIds(ids)
    } catch (error) {
      toastFailureWithReason(error, 'Failed to prepare batch print')
    }
  }
  return (
    <Card
      title="Batch Print"
      aside={
        <span role="status" className="figures">
          {pluralize(leadIds.length, 'lead')} selected
        </span>
      }
    >
      <div className="space-y-3 px-5 pt-3 pb-5 max-md:px-4">
        <div className="flex items-end gap-3 max-md:flex-col max-md:items-stretch">
          <div className="min-w-0 flex-1">
            <TemplateSelect templates={templates} value={template} onChange={setTemplate} />
          </div>
          <Button
            variant="primary"
            size="large"
            icon={Printer}
            busy={isPreparing}
            busyLabel="Preparing..."
            onClick={() => void run(prepare)}
          >
            Prepare Batch Print
          </Button>
        </div>
        {note && (
          <p className="flex items-center gap-2 text-body text-ink-2">
            <Info aria-hidden size={16} className="shrink-0" />
            {note}
          </p>
        )}
      </div>
      {preparedIds && (
        <PrintDialog selection={{ leadIds: preparedIds }} templateId={template} onClose={() => setPreparedIds(null)} />
      )}
    </Card>
  )
}

/** '2 of 3 match the template's tag. 1 has no owner.': the leads with the template's tag, and those without an owner. */
function describeCheck({ total, matchingTag, withoutOwner }: PrintCheckQuery['printCheck']): string {
  const sentences = [
    typeof matchingTag === 'number' &&
      `${formatCount(matchingTag)} of ${formatCount(total)} ${matchingTag === 1 ? 'matches' : 'match'} the template's tag.`,
    withoutOwner > 0 && `${formatCount(withoutOwner)} ${withoutOwner === 1 ? 'has' : 'have'} no owner.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
