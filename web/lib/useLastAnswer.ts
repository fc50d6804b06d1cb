import { useState } from 'react'

/**
 * The answer to the question that `key` names: until it is there, the one to the question before it. Once it could not
 * be had, nothing: what is shown beside a failure would be taken for its answer.
 */
export function useLastAnswer<Data>(key: string, data: Data | undefined, error: unknown): Data | undefined {
  const [last, setLast] = useState<{ key: string; data: Data } | null>(null)
  const lost = Boolean(error) && data === undefined && last !== null && last.key !== key
  if (data !== undefined && (last?.data !== data || last.key !== key)) setLast({ key, data })
  else if (lost) setLast(null)
  return data ?? (lost ? undefined : last?.data)
}
