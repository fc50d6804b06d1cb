import { useCallback } from 'react'
import { errorCode } from '../lib/errors.ts'
import { callRest } from '../lib/rest.ts'
import { mockDataError, useMockData } from './mockData.ts'
import { useSession } from './SessionProvider.tsx'
import { useCredentials } from './useCredentials.ts'

export type RestClient = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Makes REST calls with the credentials of the session and ends a session that the server rejects (spec §4). With mock
 * data, throws on everything except GET.
 */
export function useRestClient(): RestClient {
  const credentials = useCredentials()
  const { expire } = useSession()
  const isMockData = useMockData()
  return useCallback(
    async (path, init) => {
      if (isMockData && (init?.method ?? 'GET') !== 'GET') throw mockDataError()
      try {
        return await callRest(path, credentials, init)
      } catch (error) {
        if (errorCode(error) === 'UNAUTHENTICATED') expire()
        throw error
      }
    },
    [credentials, expire, isMockData],
  )
}
