import { useState } from 'react'

/**
 * The answer to the question that `key` names: until it is there, the one to the question before it. Once it could not
 * be had, nothing: what is shown beside a failure would be taken for its answer.
 */
export function useKeepPreviousData<Data>(key: string, data: Data | undefined, error: unknown): Data | undefined {
  const [previous, setPrevious] = useState<{ key: string; data: Data } | null>(null)
  const isDiscarded = Boolean(error) && data === undefined && previous !== null && previous.key !== key
  if (data !== undefined && (previous?.data !== data || previous.key !== key)) setPrevious({ key, data })
  else if (isDiscarded) setPrevious(null)
  return data ?? (isDiscarded ? undefined : previous?.data)
}
