import { pluralize } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { DoorsForToday } from './doorsForToday.ts'

/** What a route can go through: a territory, given properties, or without both the doors of the user. */
export interface RouteScope {
  territoryId?: string
  propertyIds?: string[]
}

/** What the user can choose from. */
export interface Choices {
  territories: readonly { id: string; name: string }[]
  today: DoorsForToday | undefined
}

interface RouteChoicesProps {
  choices: Choices | undefined
  onChoose: (scope: RouteScope) => void
  onTake: () => void
  onReturn: () => void
  onClose: () => void
}

/** Asks which doors to walk. */
export function RouteChoices({ choices, onChoose, onTake, onReturn, onClose }: RouteChoicesProps) {
  const { territories = [], today } = choices ?? {}
  const taken = (today?.doors ?? []).flatMap(({ propertyId }) => propertyId ?? [])
  return (
    <Dialog open={choices !== undefined} onClose={onClose} title="Walk a Route" initialFocus="dialog">
      <ul className="grid gap-2">
        {taken.length > 0 && (
          <li>
            <Choice label="My Doors for Today" onClick={() => onChoose({ propertyIds: taken })} />
            <div className="flex items-center justify-between gap-2 pl-1">
              <p className="figures text-small text-ink-2">{pluralize(taken.length, 'door')} left, return tonight</p>
              <Button variant="quiet" onClick={onReturn} className="-mr-3">
                Give Back
              </Button>
            </div>
          </li>
        )}
        {today?.canTake && taken.length === 0 && (
          <li>
            <Choice label="Take the Nearest 40 Doors" onClick={onTake} />
            <p className="pt-1 pl-1 text-small text-ink-2">For today. Nobody else can take them until midnight.</p>
          </li>
        )}
        {territories.map(({ id, name }) => (
          <li key={id}>
            <Choice label={name} onClick={() => onChoose({ territoryId: id })} />
          </li>
        ))}
        <li>
          <Choice label="My Open Doors" onClick={() => onChoose({})} />
        </li>
      </ul>
    </Dialog>
  )
}

function Choice({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="secondary" size="large" onClick={onClick} className="w-full justify-start">
      <span className="truncate">{label}</span>
    </Button>
  )
}
