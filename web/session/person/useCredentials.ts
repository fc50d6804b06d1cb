import { useMemo } from 'react'
import type { Credentials } from '../../lib/apollo.ts'
import { useSession } from './SessionProvider.tsx'

/** The credentials of the session. The object is stable until they change. */
export function useCredentials(): Credentials {
  const { token, view } = useSession()
  return useMemo(
    () => ({
      token,
      impersonatedRole: view.role?.toLowerCase() ?? null,
      impersonatedUserId: view.userId,
      tenantId: view.tenantId,
    }),
    [token, view],
  )
}
