import { RecordedPanel } from '../features/recordedAboutMe/RecordedPanel.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /account/recorded: what is recorded about the user, and who saw it. */
export function RecordedScreen() {
  return (
    <>
      <PageHeader
        title="Recorded About Me"
        parent={{ to: '/account', label: 'Account Security' }}
        hint="Only you see this page."
      />
      <RecordedPanel />
    </>
  )
}
