import { MailPanel } from '../features/mails/MailPanel.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /mails: what became of the mails of the server, for global admins. */
export function MailsScreen() {
  return (
    <>
      <PageHeader title="Mails" />
      <MailPanel />
    </>
  )
}
