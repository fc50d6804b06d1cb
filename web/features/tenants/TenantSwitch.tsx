import { Switch } from '../../ui/Switch.tsx'

const settings = {
  teamDoorsVisible: {
    label: 'Show the team’s properties to reps',
    hint: 'On the map, a rep sees every saved property of the company with its last outcome, and can log a knock there. When off, a rep sees only assigned properties.',
  },
  requireTwoFactors: {
    label: 'Require two factors',
    hint: 'Everybody in the company signs in with a code from an app, too. Who has not set that up does so before anything else.',
  },
  allowNearestDoors: {
    label: 'Let reps without a territory take doors',
    hint: 'On the map, a rep takes the nearest 40 open doors for today. Nobody else can take them until they return at midnight.',
  },
}

interface TenantSwitchProps {
  setting: keyof typeof settings
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A setting of a tenant that is on or off. */
export function TenantSwitch({ setting, ...props }: TenantSwitchProps) {
  const { label, hint } = settings[setting]
  return (
    <div>
      <Switch {...props} className="w-full justify-between">
        {label}
      </Switch>
      <p className="text-small text-ink-2">{hint}</p>
    </div>
  )
}
