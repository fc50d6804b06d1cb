import { Download } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { useMockData } from '../../session/person/mockData.ts'
import { Button } from '../../ui/Button.tsx'
import type { ExportRequest } from './ExportDialog.tsx'

// Loaded when it opens.
const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog)

interface ExportButtonProps {
  /** What is exported: the rows that the list shows. */
  request: ExportRequest
  label?: string
  className?: string
}

/** Opens the export dialog. Rendered for users who may export, and not with mock data. */
export function ExportButton({ request, label = 'Export', className }: ExportButtonProps) {
  const { exportData } = useAbilities()
  const isMockData = useMockData()
  const [isOpen, setIsOpen] = useState(false)
  if (!exportData || isMockData) return null
  return (
    <>
      <Button icon={Download} onClick={() => setIsOpen(true)} className={className}>
        {label}
      </Button>
      {isOpen && <ExportDialog request={request} onClose={() => setIsOpen(false)} />}
    </>
  )
}
