import { Layers } from 'lucide-react'
import { Menu, MenuChoice } from '../../ui/Menu.tsx'
import type { MapLook } from './engine.ts'
import { MAP_LOOKS } from './looks.ts'

/** The looks behind one button, where there is no room beside each other. */
export default function LookButton({ look, onLook }: { look: MapLook; onLook: (look: MapLook) => void }) {
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
      <MenuChoice options={MAP_LOOKS} value={look} onChange={onLook} />
    </Menu>
  )
}
