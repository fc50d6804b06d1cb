import { useState } from 'react'

/**
 * The data for `key`; while it loads, the data of the previous key. After a failure it is undefined, because the
 * previous data next to the error would look like the result.
 */
export function useKeepPreviousData<Data>(key: string, data: Data | undefined, error: unknown): Data | undefined {
  const [previous, setPrevious] = useState<{ key: string; data: Data } | null>(null)
  const isDiscarded = Boolean(error) && data === undefined && previous !== null && previous.key !== key
  if (data !== undefined && (previous?.data !== data || previous.key !== key)) setPrevious({ key, data })
  else if (isDiscarded) setPrevious(null)
  return data ?? (isDiscarded ? undefined : previous?.data)
}
