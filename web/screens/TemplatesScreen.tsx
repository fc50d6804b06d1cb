import { useState } from 'react'
import { PrintDialog } from '../features/printing/PrintDialog.tsx'
import { TemplatePanel } from '../features/templates/TemplatePanel.tsx'
import { useUrlDialog } from '../lib/useUrlDialog.ts'
import { useAbilities } from '../session/person/MeProvider.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** /templates: the templates of letters. */
export function TemplatesScreen() {
  const { manageTemplates } = useAbilities()
  const [printing, setPrinting] = useState(false)
  const [isPrintLinked, closeLinked] = useUrlDialog('print')
  const closePrinting = () => {
    setPrinting(false)
    closeLinked()
  }
  return (
    <>
      {manageTemplates ? (
        <TemplatePanel onPrint={() => setPrinting(true)} />
      ) : (
        <Card>
          <title>Templates · Porchlight</title>
          <EmptyState
            title="You don't have permission to access this page."
            hint="Owners and admins manage the templates of letters."
            action={<ButtonLink to="/">Open Dashboard</ButtonLink>}
          />
        </Card>
      )}
      {(printing || (isPrintLinked && manageTemplates)) && <PrintDialog onClose={closePrinting} />}
    </>
  )
}
