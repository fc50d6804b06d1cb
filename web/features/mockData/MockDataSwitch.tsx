import { useMockDataEnabled, setMockDataEnabled } from '../../session/person/mockData.ts'
import { Switch } from '../../ui/Switch.tsx'

/** The DEV MODE switch 'Mock Data' for global admins (spec §2). */
export function MockDataSwitch() {
  const on = useMockDataEnabled()
  return (
    <div className="flex shrink-0 items-center gap-2 [--color-focus:var(--color-on-bar)]">
      <span className="rounded-badge border border-bar-2 px-1.5 py-px text-micro font-semibold tracking-[0.06em] whitespace-nowrap max-[999px]:sr-only">
        DEV MODE
      </span>
      <Switch checked={on} onChange={setMockDataEnabled} className="gap-2 text-small whitespace-nowrap max-md:min-h-11">
        Mock Data
      </Switch>
    </div>
  )
}
