import { FileDown, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { useTerritoryFiles } from './useTerritoryFiles.ts'

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
