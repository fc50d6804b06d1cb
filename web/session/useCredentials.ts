import { useMemo } from 'react'
import type { Credentials } from '../lib/apollo.ts'
import { useSession } from './SessionProvider.tsx'

/** What every call says of who makes it; the same object for as long as it says the same. */
export function useCredentials(): Credentials {
  const { token, view } = useSession()
  return useMemo(
    () => ({ token, impersonatedRole: view.role?.toLowerCase() ?? null, tenantId: view.tenantId }),
    [token, view],
  )
}
