import { useMemo } from 'react'
import { useMe } from '../../session/MeProvider.tsx'

/** Who stands at the door. */
export interface Knocker {
  id: string
  fullName: string
  /** The name of the queue in which their knocks wait: their id. */
  queue: string
}

/** Who is signed in, as who stands at the door. */
export function useKnocker(): Knocker {
  const { id, fullName, tenant, abilities } = useMe()
  // Who goes from tenant to tenant has a queue in each: a knock can only be sent to where its house is.
  const queue = abilities.viewAs && tenant ? `${id}.${tenant.id}` : id
  return useMemo(() => ({ id, fullName, queue }), [id, fullName, queue])
}
