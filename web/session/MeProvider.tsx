import { useQuery } from '@apollo/client/react'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { MeDocument, type MeQuery } from '../gql/graphql.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SessionCheck } from './SessionCheck.tsx'
import { useSession } from './SessionProvider.tsx'

export type Me = NonNullable<MeQuery['me']>
export type Abilities = Me['abilities']

const MeContext = createContext<Me | null>(null)

/** Checks the session with the server once, and then gives what is inside who they are and what they may do. */
export function MeProvider({ children }: { children: ReactNode }) {
  const { refreshUser, expire } = useSession()
  const { data, error, loading, refetch } = useQuery(MeDocument)
  const me = data?.me
  useEffect(() => {
    if (me) refreshUser(me)
    else if (me === null) expire()
  }, [me, refreshUser, expire])

  if (me) return <MeContext value={me}>{children}</MeContext>
  if (error) {
    return (
      <div className="flex min-h-dvh items-center justify-center">
        <ErrorState
          title="Porchlight is out of reach"
          hint="Check the connection. You are still signed in."
          onRetry={() => void refetch().catch(() => undefined)}
          busy={loading}
        />
      </div>
    )
  }
  return <SessionCheck />
}

/** Who is signed in, as the server sees them now. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe needs a MeProvider around it')
  return me
}

/** What they may do; asked of the server and never derived from the role. */
export const useAbilities = (): Abilities => useMe().abilities
