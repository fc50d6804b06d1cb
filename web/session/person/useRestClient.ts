import { useCallback } from 'react'
import { errorCode } from '../../lib/errors.ts'
import { callRest, type RestInit } from '../../lib/rest.ts'
import { askForPassword, isPasswordRequired } from './passwordPrompt.ts'
import { mockDataError, useMockData } from './mockData.ts'
import { useSession } from './SessionProvider.tsx'
import { askForTenant, isTenantMissing } from './tenantPrompt.ts'
import { useCredentials } from './useCredentials.ts'

export type RestClient = (path: string, init?: RestInit) => Promise<Response>

/**
 * Makes REST calls with the credentials of the session and ends a session that the server rejects (spec §4). Asks for a
 * tenant or for the password if the call needs it. With mock data, throws on everything except GET.
 */
export function useRestClient(): RestClient {
  const credentials = useCredentials()
  const { expire, chooseTenant } = useSession()
  const isMockData = useMockData()
  return useCallback(
    async (path, init) => {
      if (isMockData && (init?.method ?? 'GET') !== 'GET') throw mockDataError()
      try {
        return await callRest(path, credentials, init)
      } catch (error) {
        const tenantId = isTenantMissing(error) ? await askForTenant() : null
        if (tenantId) {
          const response = await callRest(path, { ...credentials, tenantId }, init)
          chooseTenant(tenantId)
          return response
        }
        if (isPasswordRequired(error) && (await askForPassword())) return callRest(path, credentials, init)
        if (errorCode(error) === 'UNAUTHENTICATED') expire()
        throw error
      }
    },
    [credentials, expire, chooseTenant, isMockData],
  )
}
