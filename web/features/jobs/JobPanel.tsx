import { JobsChangedDocument, JobsDocument } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { useFailureToast } from '../../session/failureToasts.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { JobRows } from './JobRows.tsx'

const FAILED = 'Failed to fetch data'

/** The newest jobs of everybody in the tenant, kept up to date. */
export function JobPanel() {
  const { data, error, busy, retry } = useLiveQuery(JobsDocument, JobsChangedDocument, {}, ({ jobsChanged }) => ({
    jobs: jobsChanged,
  }))
  useFailureToast(error, FAILED)
  const jobs = data?.jobs
  if (jobs && jobs.length > 0) return <JobRows jobs={jobs} />
  return (
    <Card>
      {jobs ? (
        <EmptyState title="No jobs yet" hint="Exports and imports appear here, with their files." />
      ) : error ? (
        <ErrorState title={FAILED} onRetry={retry} busy={busy} />
      ) : (
        <LoadingRows label="jobs" rows={8} cells={['h-3 w-40', 'h-3 w-32', 'ml-auto h-5 w-24']} />
      )}
    </Card>
  )
}
