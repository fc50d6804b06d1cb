import { useMemo } from 'react'
import { useMe } from '../../session/MeProvider.tsx'

/** Who stands at the door. */
export interface KnockingRep {
  id: string
  fullName: string
  /** The name of the queue in which their knocks wait: their id. */
  outboxName: string
}

/** Who is signed in, as who stands at the door. */
export function useKnockingRep(): KnockingRep {
  const { id, fullName, tenant, abilities } = useMe()
  // Who goes from tenant to tenant has a queue in each: a knock can only be sent to where its house is.
  const outboxName = abilities.viewAs && tenant ? `${id}.${tenant.id}` : id
  return useMemo(() => ({ id, fullName, outboxName }), [id, fullName, outboxName])
}
