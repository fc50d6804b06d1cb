import { DoNotKnockPanel } from '../features/doNotKnock/DoNotKnockPanel.tsx'
import { PermitsPanel } from '../features/permits/PermitsPanel.tsx'
import { RegistriesPanel } from '../features/registries/RegistriesPanel.tsx'
import { urlFilter, useUrlFilters } from '../lib/urlFilters.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'

type View = 'doors' | 'lists' | 'permits'

const viewFilters = { view: urlFilter<View>('view', 'doors', ['doors', 'lists', 'permits']) }
const views = [
  { value: 'doors', label: 'Doors' },
  { value: 'lists', label: "Cities' Lists" },
  { value: 'permits', label: 'Permits' },
] as const
const panels = { doors: DoNotKnockPanel, lists: RegistriesPanel, permits: PermitsPanel }

/** /do-not-knock: the doors where nobody may knock, the lists of cities that name such doors, and the permits of cities, for owners and admins. */
export function DoNotKnockScreen() {
  const { filters, setFilters } = useUrlFilters(viewFilters)
  const Panel = panels[filters.view]
  return (
    <>
      <PageHeader title="Do Not Knock" />
      <Panel
        views={
          <SegmentedControl
            label="Shown"
            className="max-md:w-full"
            options={views}
            value={filters.view}
            onChange={(view) => setFilters({ view })}
          />
        }
      />
    </>
  )
}
