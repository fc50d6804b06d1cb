import { ExportButton } from '../lists/exports/ExportButton.tsx'
import { JobPanel } from '../features/jobs/JobPanel.tsx'
import { useAbilities, useMe } from '../session/person/MeProvider.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /jobs: exports and imports of the team, with their files; linked from the export dialog, Users and the menu of a phone. */
export function JobsScreen() {
  const { tenant } = useMe()
  const { listUsers } = useAbilities()
  return (
    <>
      <PageHeader
        title="Imports and Exports"
        parent={listUsers ? { to: '/users', label: 'User Management' } : undefined}
        hint="Files are kept for a day."
      >
        {tenant && <ExportButton request="everything" label="Export Everything" />}
      </PageHeader>
      <JobPanel />
    </>
  )
}
