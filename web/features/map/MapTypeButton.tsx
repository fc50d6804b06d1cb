import { Layers } from 'lucide-react'
import { Menu, MenuRadioGroup } from '../../ui/Menu.tsx'
import { MAP_TYPES, type MapType } from './mapTypes.ts'

/** The map types as a menu, for phones. */
export default function MapTypeButton({
  mapType,
  onMapTypeChange,
}: {
  mapType: MapType
  onMapTypeChange: (mapType: MapType) => void
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
    </Menu>
  )
}
