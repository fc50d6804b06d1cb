import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { FigureQuestion } from '../../ui/Figure.tsx'
import { EventList } from './EventList.tsx'
import { TenantParts } from './TenantParts.tsx'

interface ExplainDialogProps {
  question: FigureQuestion
  onClose: () => void
}

/** What a figure is made of: its events; of all tenants together, each one's part and then its events. */
export function ExplainDialog({ question, onClose }: ExplainDialogProps) {
  const [part, setPart] = useState<FigureQuestion | null>(null)
  const shown = part ?? question
  return (
    <Dialog
      open
      onClose={onClose}
      title={shown.title}
      {...(shown.note ? { description: shown.note } : {})}
      width={600}
      footer={
        <>
          {part && (
            <Button size="large" onClick={() => setPart(null)}>
              All tenants
            </Button>
          )}
          <Button size="large" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {shown.everyTenant ? (
        <TenantParts question={shown} onPart={setPart} />
      ) : (
        <EventList key={shown.title} input={shown.input} />
      )}
    </Dialog>
  )
}
