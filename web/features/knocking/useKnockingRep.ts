import { useMemo } from 'react'
import { useMe } from '../../session/MeProvider.tsx'

export interface KnockingRep {
  id: string
  fullName: string
  /** The name of the outbox: the user's id, with the tenant's for a global admin. */
  outboxName: string
}

/** The signed-in user as the rep who logs knocks. */
export function useKnockingRep(): KnockingRep {
  const { id, fullName, tenant, abilities } = useMe()
  // A global admin has an outbox per tenant: a knock can only be sent to the tenant of its property.
  const outboxName = abilities.viewAs && tenant ? `${id}.${tenant.id}` : id
  return useMemo(() => ({ id, fullName, outboxName }), [id, fullName, outboxName])
}
