import { useQuery } from '@apollo/client/react'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { MeDocument, type MeQuery } from '../../gql/graphql.ts'
import { setDisplayTimeZone } from '../../lib/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SessionCheck } from './SessionCheck.tsx'
import { useSession } from './SessionProvider.tsx'

export type Me = NonNullable<MeQuery['me']>
export type Abilities = Me['abilities']

const MeContext = createContext<Me | null>(null)

/** Reads the signed-in user once and provides it with the abilities. */
export function MeProvider({ children }: { children: ReactNode }) {
  const { refreshUser, expire } = useSession()
  const { data, error, loading, refetch } = useQuery(MeDocument)
  const me = data?.me
  // Set before the screens below render, because they format times while they render.
  if (me) setDisplayTimeZone(me.tenant?.timeZone)
  useEffect(() => {
    if (me) refreshUser(me)
    else if (me === null) expire()
  }, [me, refreshUser, expire])

  if (me) return <MeContext value={me}>{children}</MeContext>
  if (error) {
    return (
      <div className="flex min-h-dvh items-center justify-center">
        <ErrorState
          title="Can't reach Porchlight"
          hint="Check the connection. You are still signed in."
          onRetry={() => void refetch().catch(() => undefined)}
          busy={loading}
        />
      </div>
    )
  }
  return <SessionCheck />
}

/** The signed-in user as returned by the server. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe needs a MeProvider around it')
  return me
}

/** The abilities of the user. The server computes them; never derive them from the role. */
export const useAbilities = (): Abilities => useMe().abilities
