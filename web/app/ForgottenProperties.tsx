import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { ForgottenPropertiesDocument } from '../gql/graphql.ts'
import { onReturn } from '../lib/onReturn.ts'
import { retryDelayMs } from '../lib/retryDelay.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { useMockData } from '../session/person/mockData.ts'
import { useOutbox } from '../session/outbox/useOutbox.ts'
import { onDoorsGone } from '../session/reads/readStore.ts'
import { forgetOnDevice } from './forgetOnDevice.ts'

/**
 * Deletes what this device keeps of households that were forgotten: at the start, when the connection returns, when the app comes to the
 * front, and when doors have gone from the map. Each of these is tried again until it succeeds, because the first request of a
 * connection that has just returned may fail.
 */
export function ForgottenProperties() {
  const client = useApolloClient()
  const outbox = useOutbox()
  const hasTenant = useMe().tenant !== null
  const isMockData = useMockData()
  useEffect(() => {
    if (!hasTenant || isMockData) return
    let forgotten: ReadonlySet<string> = new Set()
    const check = async () => {
      const { data } = await client.query({ query: ForgottenPropertiesDocument, fetchPolicy: 'network-only' })
      const ids = new Set(data?.forgottenProperties.propertyIds)
      if ([...ids].every((id) => forgotten.has(id))) return
      await forgetOnDevice(ids, { client, outbox })
      forgotten = ids
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let isMounted = true
    const start = (failures = 0) => {
      clearTimeout(timer)
      check().catch(() => {
        clearTimeout(timer)
        if (isMounted) timer = setTimeout(start, retryDelayMs(failures + 1), failures + 1)
      })
    }
    start()
    const stops = [onReturn(() => start()), onDoorsGone(() => start())]
    return () => {
      isMounted = false
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client, outbox, hasTenant, isMockData])
  return null
}
