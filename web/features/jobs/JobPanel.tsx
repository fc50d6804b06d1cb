import { JobsChangedDocument, JobsDocument } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { ListBody } from '../../lists/ListBody.tsx'
import { useFailureToast } from '../../session/failureToasts.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { JobRows } from './JobRows.tsx'

const FAILED = 'Failed to fetch data'

/** The newest jobs of everybody in the tenant, kept up to date. */
export function JobPanel() {
  const { data, error, failed, busy, retry } = useLiveQuery(
    JobsDocument,
    JobsChangedDocument,
    {},
    ({ jobsChanged }) => ({
      jobs: jobsChanged,
    }),
  )
  useFailureToast(error, FAILED)
  const jobs = data?.jobs ?? []
  return (
    <ListBody
      list={{ failed: FAILED }}
      rows={{ rows: jobs, isLoaded: data !== undefined, failed, isLoading: busy, retry }}
      cards={<JobRows jobs={jobs} />}
      skeleton={<LoadingRows label="jobs" rows={8} cells={['h-3 w-40', 'h-3 w-32', 'ml-auto h-5 w-24']} />}
      empty={
        <EmptyState
          title="No jobs yet"
          hint="Import your houses, or export a list: both appear here with their files."
          action={<ButtonLink to="/import/properties">Import Properties</ButtonLink>}
        />
      }
    />
  )
}
