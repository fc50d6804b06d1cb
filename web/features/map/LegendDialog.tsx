import { PorchLight } from '../../domain/PorchLight.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LIGHT_LABELS } from './doorLights.ts'
import { LEGEND_ITEMS, TEAM_HINT } from './legendItems.ts'
import { MarkerIcon } from './MarkerIcon.tsx'

/** The legend of the map: each shape in the user's own and in the team's form, and the lights. */
export default function LegendDialog({ showsTeam, onClose }: { showsTeam: boolean; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Legend" description={showsTeam ? TEAM_HINT : undefined}>
      <ul className="divide-y divide-line">
        {LEGEND_ITEMS.map(({ shape, label }) => (
          <li key={shape} className="flex h-11 items-center gap-3 text-body">
            <MarkerIcon shape={shape} size={26} />
            {showsTeam && <MarkerIcon shape={shape} isTeams size={23} />}
            {label}
          </li>
        ))}
      </ul>
      <ul aria-label="Lights" className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-body">
        {(['talk', 'knock'] as const).map((light) => (
          <li key={light} className="flex items-center gap-1">
            <PorchLight isTalk={light === 'talk'} />
            {LIGHT_LABELS[light]}
          </li>
        ))}
        <li className="text-ink-2">Clusters glow by the share knocked today</li>
      </ul>
    </Dialog>
  )
}
