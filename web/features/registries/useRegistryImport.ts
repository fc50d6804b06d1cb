import { useApolloClient } from '@apollo/client/react'
import { RegistryImportChangedDocument, RegistryImportDocument, type RegistryJobFragment } from '../../gql/graphql.ts'
import { RequestError } from '../../lib/errors.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'

/** An upload of 20 MB needs longer than other requests. */
const UPLOAD_TIMEOUT_MS = 5 * 60_000

/** A check or an import that has succeeded. */
export type RegistryJobResult = RegistryJobFragment & {
  registryCounts: NonNullable<RegistryJobFragment['registryCounts']>
}

const hasEnded = ({ status }: RegistryJobFragment) => status === 'DONE' || status === 'FAILED'

/** Returns a function that uploads a list, and waits for the job that checks or imports it. It throws why that failed. */
export function useRegistryImport() {
  const rest = useRestClient()
  const client = useApolloClient()
  return async (file: File, fields: Record<string, string>, isCheck: boolean): Promise<RegistryJobResult> => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) if (value.trim()) body.append(name, value)
    body.append('dry_run', String(isCheck))
    body.append('file', file)
    const response = await rest('/do-not-knock/registries', { method: 'POST', body, timeoutMs: UPLOAD_TIMEOUT_MS })
    const { data } = (await response.json()) as { data: { id: string } }
    const job = await waitFor(data.id)
    if (job.status === 'FAILED' || !job.registryCounts)
      throw new RequestError([
        { message: job.error ?? 'The list was not read.', extensions: { code: 'BAD_USER_INPUT' } },
      ])
    return { ...job, registryCounts: job.registryCounts }
  }

  /** The subscription sends the job at once and when it changes; the query finds one that had ended before. */
  function waitFor(id: string): Promise<RegistryJobFragment> {
    return new Promise((resolve, reject) => {
      const subscription = client
        .subscribe({ query: RegistryImportChangedDocument, variables: { id } })
        .subscribe({ next: ({ data }) => data && settle(data.jobChanged), error: reject })
      const settle = (job: RegistryJobFragment) => {
        if (!hasEnded(job)) return
        subscription.unsubscribe()
        resolve(job)
      }
      client
        .query({ query: RegistryImportDocument, variables: { id }, fetchPolicy: 'network-only' })
        .then(({ data }) => data?.job && settle(data.job))
        .catch(reject)
    })
  }
}
