import { PorchLight } from '../../domain/PorchLight.tsx'
import { type DoorLight, LIGHT_LABELS } from './doorLights.ts'

const LIGHTS: readonly DoorLight[] = ['talk', 'knock']

/** Explains the lights of the map. */
export function LightLegend({ className }: { className: string }) {
  return (
    <ul aria-label="Lights" className={className}>
      {LIGHTS.map((light) => (
        <li key={light} className="flex items-center gap-1">
          <PorchLight isTalk={light === 'talk'} />
          {LIGHT_LABELS[light]}
        </li>
      ))}
      <li className="text-ink-2">Clusters glow by the share knocked today</li>
    </ul>
  )
}
