import { Download, Layers } from 'lucide-react'
import { Menu, MenuItem, MenuRadioGroup } from '../../ui/Menu.tsx'
import { MAP_TYPES, type MapType } from './mapTypes.ts'

/** The map types and what else can be done with the map as a menu, for phones. */
export default function MapTypeButton({
  mapType,
  onMapTypeChange,
  onSaveArea,
}: {
  mapType: MapType
  onMapTypeChange: (mapType: MapType) => void
  onSaveArea: (() => void) | undefined
}) {
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label="Map type"
          className="flex size-12 items-center justify-center rounded-phone-card bg-surface text-ink shadow-map"
        >
          <Layers aria-hidden size={22} />
        </button>
      }
    >
      <MenuRadioGroup options={MAP_TYPES} value={mapType} onChange={onMapTypeChange} />
      {onSaveArea && (
        <MenuItem onSelect={onSaveArea} icon={<Download aria-hidden size={18} />}>
          Save this area for offline
        </MenuItem>
      )}
    </Menu>
  )
}
