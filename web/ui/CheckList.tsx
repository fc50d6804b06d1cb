import type { ReactNode } from 'react'
import { Checkbox } from './Checkbox.tsx'

interface CheckListProps {
  legend: string
  items: readonly { id: string; name: string }[]
  chosenIds: readonly string[]
  onChange: (chosenIds: string[]) => void
  /** Above the items, while they load. */
  children?: ReactNode
}

/** Chooses some of several records. */
export const CheckList = ({ legend, items, chosenIds, onChange, children }: CheckListProps) => (
  <fieldset>
    <legend className="mb-1 text-small font-[550]">{legend}</legend>
    <ul className="max-h-64 overflow-y-auto rounded-button border border-line empty:hidden">
      {children}
      {items.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-1 border-b border-line px-2 last:border-0 md:py-0.5">
          <Checkbox
            label={name}
            checked={chosenIds.includes(id)}
            onChange={(isChosen) => onChange(isChosen ? [...chosenIds, id] : chosenIds.filter((other) => other !== id))}
          />
          <span aria-hidden dir="auto" className="min-w-0 truncate">
            {name}
          </span>
        </li>
      ))}
    </ul>
  </fieldset>
)
