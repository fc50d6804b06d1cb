import type { FunctionComponent, ReactNode } from 'react'

interface FilterOption {
  value: string
  label: string
}

/** Options that are loaded when they are shown: undefined until they are there. */
export interface LoadedOptions {
  options: readonly FilterOption[] | undefined
  hasFailed: boolean
}

/** A filter of a list that is added from a menu, as data. */
export interface ListFilter {
  id: string
  label: string
  /** The values that the menu offers. A filter with one value needs no name before it. */
  options: readonly FilterOption[]
  /** Loads the values when they are shown, in place of `options`. */
  useOptions?: () => LoadedOptions
  /** Null if the filter is not set. */
  value: string | null
  /** The text of a value that is not among the options. */
  describe?: (value: string) => string
  /** Adds an item that asks for another value, such as a range of dates. */
  custom?: { label: string; onSelect: () => void }
}

interface FilterItemsProps {
  filter: ListFilter
  onChoose: (value: string) => void
  /** An item of the menu or of the sheet. */
  Item: FunctionComponent<{ onSelect: () => void; disabled?: boolean; children: ReactNode }>
}

/** What a filter offers, one item for each value. */
export function FilterItems({ filter: { options, useOptions, custom }, onChoose, Item }: FilterItemsProps) {
  return (
    <>
      {useOptions ? (
        <LoadedItems {...{ useOptions, onChoose, Item }} />
      ) : (
        <OptionItems {...{ options, onChoose, Item }} />
      )}
      {custom && <Item onSelect={custom.onSelect}>{custom.label}</Item>}
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
