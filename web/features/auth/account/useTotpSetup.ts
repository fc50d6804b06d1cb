import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { ConfirmTotpDocument, StartTotpDocument, type StartTotpMutation } from '../../../gql/graphql.ts'
import { fieldErrorOf } from '../../../lib/errors.ts'
import { toastReason } from '../../../session/failureToasts.ts'

export type TotpSecret = StartTotpMutation['startTotp']

/** Keeps the secrets out of the cache. */
const uncached = { fetchPolicy: 'no-cache' } as const

/** The steps of setting up two factors: the secret for the app, then the recovery codes. */
export function useTotpSetup() {
  const [startTotp, { loading: isStarting }] = useMutation(StartTotpDocument, uncached)
  const [confirmTotp] = useMutation(ConfirmTotpDocument, uncached)
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  return {
    secret,
    recoveryCodes,
    isStarting,
    start: async () => {
      try {
        const { data } = await startTotp()
        if (data) setSecret(data.startTotp)
      } catch (error) {
        toastReason(error, 'Failed to set up two factors')
      }
    },
    /** Returns what is wrong with the code; undefined if two factors are on now, or after another failure, which has a toast. */
    confirm: async (code: string): Promise<string | undefined> => {
      try {
        const { data } = await confirmTotp({ variables: { code } })
        if (data) setRecoveryCodes(data.confirmTotp.recoveryCodes)
        return undefined
      } catch (error) {
        const reason = fieldErrorOf(error, 'code')
        if (!reason) toastReason(error, 'Failed to set up two factors')
        return reason
      }
    },
    reset: () => {
      setSecret(null)
      setRecoveryCodes(null)
    },
  }
}
