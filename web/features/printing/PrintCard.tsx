import { useApolloClient } from '@apollo/client/react'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { PrintCheckDocument, type TemplateTag } from '../../gql/graphql.ts'
import { countOf } from '../../lib/counts.ts'
import { toastError } from '../../lib/toasts.ts'
import { tellWithReason } from '../../session/failures.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PrintDialog } from './PrintDialog.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'
import { useTemplateTags } from './useTemplateTags.ts'

/** The Batch Print card of a dashboard: a template, how many leads are selected, and the way to their letters. */
export function PrintCard({ leadIds, className }: { leadIds: readonly string[]; className?: string }) {
  const client = useApolloClient()
  const tags = useTemplateTags('Failed to fetch templates')
  const [template, setTemplate] = useState<TemplateTag | null>(null)
  const [preparing, setPreparing] = useState(false)
  const [prepared, setPrepared] = useState<string[] | null>(null)
  const prepare = async () => {
    if (leadIds.length === 0) return toastError('Please select leads to print')
    if (!template) return toastError('Please select a template')
    const ids = [...leadIds]
    setPreparing(true)
    try {
      await client.query({
        query: PrintCheckDocument,
        variables: { selection: { leadIds: ids } },
        fetchPolicy: 'network-only',
      })
      setPrepared(ids)
    } catch (error) {
      tellWithReason(error, 'Failed to prepare batch print')
    } finally {
      setPreparing(false)
    }
  }
  return (
    <Card title="Batch Print" className={className ?? ''}>
      <div className="space-y-4 px-5 pt-4 pb-5 max-md:px-4">
        <TemplateChoice tags={tags} value={template} onChange={setTemplate} />
        <p role="status" className="figures text-body text-ink-2">
          {countOf(leadIds.length, 'lead')} selected
        </p>
        <Button
          variant="primary"
          icon={<Printer aria-hidden size={16} />}
          busy={preparing}
          busyLabel="Preparing..."
          onClick={() => void prepare()}
          className="w-full"
        >
          Prepare Batch Print
        </Button>
      </div>
      {prepared && (
        <PrintDialog selection={{ leadIds: prepared }} template={template} onClose={() => setPrepared(null)} />
      )}
    </Card>
  )
}
