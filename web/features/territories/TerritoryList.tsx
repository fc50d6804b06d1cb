import { Ellipsis } from 'lucide-react'
import { territoryFills } from '../../domain/territoryFills.ts'
import type { TerritoryRowFragment } from '../../gql/graphql.ts'
import { formatDay, toFieldDay } from '../../lib/dates.ts'
import { useDayStart } from '../../lib/useDayStart.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { classNames } from '../../ui/classNames.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { holdersOn, joinWords } from './territoryTexts.ts'

export type TerritoryAction = 'edit' | 'draw' | 'assign' | 'archive'

interface TerritoryListProps {
  territories: readonly TerritoryRowFragment[]
  selectedId: string | undefined
  onSelect: (territory: TerritoryRowFragment) => void
  onAction: (action: TerritoryAction, territory: TerritoryRowFragment) => void
}

/** The territories with their figures. A click shows one on the map. */
export function TerritoryList({ territories, selectedId, onSelect, onAction }: TerritoryListProps) {
  return (
    <ul aria-label="Territories">
      {territories.map((territory) => (
        <TerritoryItem
          key={territory.id}
          territory={territory}
          isSelected={territory.id === selectedId}
          onSelect={() => onSelect(territory)}
          onAction={(action) => onAction(action, territory)}
        />
      ))}
    </ul>
  )
}

interface TerritoryItemProps {
  territory: TerritoryRowFragment
  isSelected: boolean
  onSelect: () => void
  onAction: (action: TerritoryAction) => void
}

function TerritoryItem({ territory, isSelected, onSelect, onAction }: TerritoryItemProps) {
  const { name, color, doors, assignments, note, pass } = territory
  // What was done in the pass that goes on, else ever.
  const { worked, talks, leads, lastWorkedAt } = pass ?? territory
  const holders = holdersOn(assignments, toFieldDay(useDayStart()))
  return (
    <li
      className={classNames(
        'relative flex gap-2 border-b border-line py-3.5 pr-2 pl-5 last:border-0 max-md:pl-4',
        isSelected ? 'bg-accent-tint' : 'hover:bg-hover',
      )}
    >
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-pressed={isSelected}
          onClick={onSelect}
          className="flex max-w-full items-center gap-2 text-left font-[600] after:absolute after:inset-0"
        >
          <span
            aria-hidden
            className="size-3 shrink-0 rounded-full"
            style={{ backgroundColor: territoryFills[color] }}
          />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </button>
        <p className="mt-0.5 text-small text-ink-2">
          {holders.length > 0 ? joinWords(holders.map(({ fullName }) => fullName)) : 'Not assigned'}
        </p>
        <div className="mt-2">
          <ProgressBar done={worked} total={doors} unit="doors worked" />
        </div>
        {pass && (
          <p dir="auto" className="figures mt-1 truncate text-small text-ink-2">
            {pass.name}: {formatCount(pass.left)} left
          </p>
        )}
        <p className="figures mt-1 text-small text-ink-2">
          {pluralize(talks, 'talk')} · {formatCount(leads)} {leads === 1 ? 'lead' : 'leads'}
          {lastWorkedAt && ` · last worked ${formatDay(lastWorkedAt)}`}
        </p>
        {note && (
          <p dir="auto" className="mt-1 text-small break-words whitespace-pre-line text-ink-2">
            {note}
          </p>
        )}
      </div>
      <div className="relative z-1 shrink-0">
        <Menu trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} iconSize={18} />}>
          <MenuItem onSelect={() => onAction('assign')}>Assign...</MenuItem>
          <MenuItem onSelect={() => onAction('edit')}>Edit...</MenuItem>
          <MenuItem onSelect={() => onAction('draw')}>Change Area</MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => onAction('archive')}>Archive...</MenuItem>
        </Menu>
      </div>
    </li>
  )
}
