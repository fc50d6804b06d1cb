import type { FunctionComponent, ReactNode } from 'react'
import type { FilterOption, LoadedOptions, MenuFilter } from './filters.ts'

/** The option that asks for other days. */
export const OTHER_DAYS = 'Other days…'

interface FilterItemsProps {
  filter: MenuFilter
  onChoose: (value: string) => void
  /** An item of the menu or of the sheet. */
  Item: FunctionComponent<{ onSelect: () => void; disabled?: boolean; children: ReactNode }>
}

/** What a filter offers, one item for each value. */
export function FilterItems({ filter, onChoose, Item }: FilterItemsProps) {
  const { options, useOptions, asksForDays, chooseDays } = filter
  return (
    <>
      {useOptions ? (
        <LoadedItems {...{ useOptions, onChoose, Item }} />
      ) : (
        <OptionItems {...{ options, onChoose, Item }} />
      )}
      {asksForDays && <Item onSelect={chooseDays}>{OTHER_DAYS}</Item>}
    </>
  )
}

type ItemsProps = Pick<FilterItemsProps, 'onChoose' | 'Item'>

function LoadedItems({ useOptions, ...props }: ItemsProps & { useOptions: () => LoadedOptions }) {
  const { options, hasFailed } = useOptions()
  if (options && options.length > 0) return <OptionItems options={options} {...props} />
  return (
    <props.Item disabled onSelect={() => undefined}>
      {hasFailed ? 'Failed to load' : options ? 'None' : 'Loading…'}
    </props.Item>
  )
}

const OptionItems = ({ options, onChoose, Item }: ItemsProps & { options: readonly FilterOption[] }) =>
  options.map(({ value, label }) => (
    <Item key={value} onSelect={() => onChoose(value)}>
      <span className="truncate md:max-w-72">{label}</span>
    </Item>
  ))
