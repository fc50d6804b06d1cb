import { ErrorState } from './ErrorState.tsx'
import { LoadingRows, type LoadingRowsProps } from './Skeleton.tsx'

/** The state of a query: as `useQuery` returns it, or as `useLiveQuery` does. */
type QueryState =
  | { error?: unknown; loading: boolean; refetch: () => Promise<unknown> }
  | { failed: boolean; busy: boolean; retry: () => void }

interface LoadingOrErrorProps extends LoadingRowsProps {
  query: QueryState
  /** The text of the failure. */
  failure?: string
}

/** Shown until a query has data: rows of skeletons, or after a failure a button that reads again. */
export function LoadingOrError({ query, failure = 'Failed to fetch data', ...rows }: LoadingOrErrorProps) {
  const { failed, busy, retry } =
    'failed' in query
      ? query
      : {
          failed: Boolean(query.error),
          busy: query.loading,
          // The query has the error, too.
          retry: () => void query.refetch().catch(() => undefined),
        }
  return failed ? <ErrorState title={failure} onRetry={retry} busy={busy} /> : <LoadingRows {...rows} />
}
