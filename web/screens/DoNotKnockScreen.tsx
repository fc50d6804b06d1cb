import { DoNotKnockPanel } from '../features/doNotKnock/DoNotKnockPanel.tsx'
import { RegistriesPanel } from '../features/registries/RegistriesPanel.tsx'
import { urlFilter, useUrlFilters } from '../lib/urlFilters.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'

type View = 'doors' | 'lists'

const viewFilters = { view: urlFilter<View>('view', 'doors', ['doors', 'lists']) }
const views = [
  { value: 'doors', label: 'Doors' },
  { value: 'lists', label: "Cities' Lists" },
] as const

/** /do-not-knock: the doors where nobody may knock, and the lists of cities that name such doors, for owners and admins. */
export function DoNotKnockScreen() {
  const { filters, setFilters } = useUrlFilters(viewFilters)
  return (
    <>
      <title>Do Not Knock · Porchlight</title>
      <PageHeader title="Do Not Knock" />
      <SegmentedControl
        label="Shown"
        options={views}
        value={filters.view}
        onChange={(view) => setFilters({ view })}
        className="mb-3"
      />
      {filters.view === 'lists' ? <RegistriesPanel /> : <DoNotKnockPanel />}
    </>
  )
}
