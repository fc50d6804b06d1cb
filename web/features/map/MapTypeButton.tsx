import { Layers, Minus, Plus } from 'lucide-react'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../ui/Menu.tsx'
import { MAP_TYPES, type MapType } from './mapTypes.ts'

/** The map types and the zoom as a menu, for phones, where two fingers zoom. */
export default function MapTypeButton({
  mapType,
  onMapTypeChange,
  onZoom,
}: {
  mapType: MapType
  onMapTypeChange: (mapType: MapType) => void
  onZoom: (steps: number) => void
}) {
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label="Map type and zoom"
          className="flex size-12 items-center justify-center rounded-phone-card bg-surface text-ink shadow-map"
        >
          <Layers aria-hidden size={22} />
        </button>
      }
    >
      <MenuRadioGroup options={MAP_TYPES} value={mapType} onChange={onMapTypeChange} />
      <MenuSeparator />
      <MenuItem keepsOpen icon={<Plus aria-hidden size={18} />} onSelect={() => onZoom(1)}>
        Zoom In
      </MenuItem>
      <MenuItem keepsOpen icon={<Minus aria-hidden size={18} />} onSelect={() => onZoom(-1)}>
        Zoom Out
      </MenuItem>
    </Menu>
  )
}
