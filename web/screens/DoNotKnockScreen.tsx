import { DoNotKnockPanel } from '../features/doNotKnock/DoNotKnockPanel.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /do-not-knock: the doors where nobody may knock, for owners and admins. */
export function DoNotKnockScreen() {
  return (
    <>
      <title>Do Not Knock · Porchlight</title>
      <PageHeader title="Do Not Knock" />
      <DoNotKnockPanel />
    </>
  )
}
