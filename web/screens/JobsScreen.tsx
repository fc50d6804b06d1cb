import { ExportButton } from '../lists/exports/ExportButton.tsx'
import { JobPanel } from '../features/jobs/JobPanel.tsx'
import { useMe } from '../session/person/MeProvider.tsx'

/** /jobs: exports and imports of the team, with their files; linked from the export dialog, Users and the menu of a phone. */
export function JobsScreen() {
  const { tenant } = useMe()
  return (
    <>
      <title>Imports and Exports · Porchlight</title>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-title">Imports and Exports</h1>
          <p className="mt-1 text-body text-ink-2">Files are kept for a day.</p>
        </div>
        {tenant && <ExportButton request="everything" label="Export Everything" />}
      </div>
      <JobPanel />
    </>
  )
}
