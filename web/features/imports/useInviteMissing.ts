import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { CreateInvitationDocument, InvitationListDocument } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { emailRules } from '../../domain/accountRules.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'

/** Invitations of before that are looked through, so that nobody is invited twice. */
const MAX_LISTED = 100

/** What became of somebody who was invited here. `url` is shown only once. */
export type Invited = { url: string; mailed: boolean } | { refusal: string }

/** Invites the people of a file who have no account: each by an invitation for their address alone. */
export function useInviteMissing(names: readonly string[]) {
  const canInvite = useAbilities().invitableRoles.includes('SALES_REP')
  const { data } = useQuery(InvitationListDocument, {
    variables: { first: MAX_LISTED },
    skip: !canInvite || names.length === 0,
  })
  const [create] = useMutation(CreateInvitationDocument, {
    // Keeps the secret out of the cache.
    fetchPolicy: 'no-cache',
  })
  const [invited, setInvited] = useState<ReadonlyMap<string, Invited>>(new Map())
  const [isBusy, setIsBusy] = useState(false)
  const open = new Set(
    data?.invitations.edges.flatMap(({ node }) => (node.state === 'OPEN' ? (node.email?.toLowerCase() ?? []) : [])),
  )
  const wasInvited = (name: string) => open.has(name.toLowerCase())
  const waiting = names.filter((name) => {
    const result = invited.get(name)
    return isAddress(name) && !wasInvited(name) && (!result || 'refusal' in result)
  })
  const invite = async () => {
    setIsBusy(true)
    const results = new Map(invited)
    for (const email of waiting) {
      try {
        const { data: created } = await create({ variables: { input: { email, role: 'SALES_REP' } } })
        const { url, mailed } = created!.createInvitation
        results.set(email, { url, mailed })
      } catch (error) {
        results.set(email, { refusal: errorMessage(error) })
      }
      setInvited(new Map(results))
    }
    setIsBusy(false)
  }
  return { canInvite, isLoaded: data !== undefined, invited, wasInvited, waiting, isBusy, invite }
}

export const isAddress = (name: string): boolean => emailRules.pattern.value.test(name)
