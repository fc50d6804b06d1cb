import { FileDown, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { useApolloClient } from '@apollo/client/react'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { TerritoriesDocument } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { filenameOf, readBlob, saveFile } from '../../lib/rest.ts'
import { LONG_REQUEST_TIMEOUT_MS } from '../../lib/timeout.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { toastFailure, toastReason } from '../../session/failureToasts.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'

/** Imports and exports the territories as files. */
export function TerritoryFilesMenu() {
  const input = useRef<HTMLInputElement>(null)
  const { importFile, exportFile, isImporting } = useTerritoryFiles()
  return (
    <>
      <Menu
        trigger={
          <Button busy={isImporting} busyLabel="Importing...">
            Files
          </Button>
        }
      >
        <MenuItem icon={<FileUp aria-hidden size={16} />} onSelect={() => input.current?.click()}>
          Import GeoJSON or KML...
        </MenuItem>
        <MenuItem icon={<FileDown aria-hidden size={16} />} onSelect={() => void exportFile('geojson')}>
          Export GeoJSON
        </MenuItem>
        <MenuItem icon={<FileDown aria-hidden size={16} />} onSelect={() => void exportFile('kml')}>
          Export KML
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File of territories"
        accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void importFile(file)
          // Resets the input, so that the same file can be chosen again after it was edited.
          target.value = ''
        }}
      />
    </>
  )
}

/** Imports territories from a GeoJSON or KML file, and downloads those in use as one. */
function useTerritoryFiles() {
  const callRest = useRestClient()
  const client = useApolloClient()
  const { busy: isImporting, run } = useBusy()
  const importFile = (file: File) =>
    run(async () => {
      const body = new FormData()
      body.append('file', file)
      try {
        const init = { method: 'POST', body, timeoutMs: LONG_REQUEST_TIMEOUT_MS }
        const response = await callRest('/territories/import', init)
        const { data } = (await response.json()) as { data: unknown[] }
        await client.refetchQueries({ include: [TerritoriesDocument] })
        toastSuccess(`${pluralize(data.length, 'territory', 'territories')} imported`)
      } catch (error) {
        toastReason(error, 'The territories were not imported. Check the connection and try again.')
      }
    })
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
