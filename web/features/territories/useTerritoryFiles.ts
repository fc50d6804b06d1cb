import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { TerritoriesDocument } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { filenameOf, readBlob, saveFile } from '../../lib/rest.ts'
import { LONG_REQUEST_TIMEOUT_MS } from '../../lib/timeout.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastFailure, toastReason } from '../../session/failureToasts.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'

/** Imports territories from a GeoJSON or KML file, and downloads those in use as one. */
export function useTerritoryFiles() {
  const callRest = useRestClient()
  const client = useApolloClient()
  const [isImporting, setIsImporting] = useState(false)
  const importFile = async (file: File) => {
    const body = new FormData()
    body.append('file', file)
    setIsImporting(true)
    try {
      const init = { method: 'POST', body, timeoutMs: LONG_REQUEST_TIMEOUT_MS }
      const response = await callRest('/territories/import', init)
      const { data } = (await response.json()) as { data: unknown[] }
      await client.refetchQueries({ include: [TerritoriesDocument] })
      toastSuccess(`${pluralize(data.length, 'territory', 'territories')} imported`)
    } catch (error) {
      toastReason(error, 'The territories were not imported. Check the connection and try again.')
    } finally {
      setIsImporting(false)
    }
  }
  const exportFile = async (type: 'geojson' | 'kml') => {
    try {
      const response = await callRest(`/territories.${type}`, { timeoutMs: LONG_REQUEST_TIMEOUT_MS })
      saveFile(await readBlob(response, () => undefined), filenameOf(response, `territories.${type}`))
    } catch (error) {
      toastFailure(error, 'Failed to export the territories')
    }
  }
  return { importFile, exportFile, isImporting }
}
