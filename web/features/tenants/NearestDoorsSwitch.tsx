import { Switch } from '../../ui/Switch.tsx'

interface NearestDoorsSwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** The tenant's setting for reps without a territory. */
export function NearestDoorsSwitch(props: NearestDoorsSwitchProps) {
  return (
    <div>
      <Switch {...props} className="w-full justify-between">
        Let reps without a territory take doors
      </Switch>
      <p className="text-small text-ink-2">
        On the map, a rep takes the nearest 40 open doors for today. Nobody else can take them until they return at
        midnight.
      </p>
    </div>
  )
}
