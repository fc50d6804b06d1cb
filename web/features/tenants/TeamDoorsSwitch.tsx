import { Switch } from '../../ui/Switch.tsx'

interface TeamDoorsSwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** The tenant's setting for the map of its sales reps. */
export function TeamDoorsSwitch(props: TeamDoorsSwitchProps) {
  return (
    <div>
      <Switch {...props} className="w-full justify-between">
        Show the team’s properties to sales reps
      </Switch>
      <p className="text-small text-ink-2">
        On the map, a rep sees every saved property of the company with its last outcome, and can log a knock there.
        When off, a rep sees only assigned properties.
      </p>
    </div>
  )
}
