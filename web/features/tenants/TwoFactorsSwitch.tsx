import { Switch } from '../../ui/Switch.tsx'

interface TwoFactorsSwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** The tenant's setting that all of its users sign in with two factors. */
export function TwoFactorsSwitch(props: TwoFactorsSwitchProps) {
  return (
    <div>
      <Switch {...props} className="w-full justify-between">
        Require two factors
      </Switch>
      <p className="text-small text-ink-2">
        Everybody in the company signs in with a code from an app, too. Who has not set that up does so before anything
        else.
      </p>
    </div>
  )
}
