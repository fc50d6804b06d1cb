import { useCallback } from 'react'
import { errorCode } from '../lib/errors.ts'
import { callRest } from '../lib/rest.ts'
import { mockDataError, useMockData } from './mockData.ts'
import { useSession } from './SessionProvider.tsx'
import { useCredentials } from './useCredentials.ts'

export type RestClient = (path: string, init?: RequestInit) => Promise<Response>

/**
 * REST calls in the name of who is signed in; one that finds the session dead ends it here too (spec §4). While mock data
 * is shown nothing but reading is let through.
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
