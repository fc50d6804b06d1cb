import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { ExportButton } from '../features/exports/ExportButton.tsx'
import { ActivityPanel } from '../features/activity/ActivityPanel.tsx'
import { ActivityViewCount } from '../features/activity/ActivityViewCount.tsx'
import { lazyNamed } from '../lib/lazyNamed.ts'

const ViewTabs = lazyNamed(async () => (await import('../features/savedViews/ViewTabs.tsx')).ViewTabs)

/** /activity: the activity log, for owners and global admins; linked from Users. */
export function ActivityScreen() {
  return (
    <>
      <title>Activity · Porchlight</title>
      <p className="mb-1 text-small">
        <Link to="/users" className="link max-md:inline-flex max-md:min-h-11 max-md:items-center">
          User Management
        </Link>
      </p>
      <h1 className="text-title">Activity</h1>
      <ActivityPanel
        views={
          <Suspense fallback={<div className="mt-4 h-10 border-b border-line max-md:h-12" />}>
            <ViewTabs
              list="ACTIVITY"
              // Without filters the log shows its default span.
              allLabel="Last 7 days"
              count={(query) => <ActivityViewCount query={query} />}
            />
          </Suspense>
        }
        exportButton={(request) => <ExportButton request={request} />}
      />
    </>
  )
}
