import { useId } from 'react'
import { classNames } from '../../ui/classNames.ts'
import type { QuickFindGroup } from './quickFindItems.ts'
import { QuickFindRow } from './QuickFindRow.tsx'
import type { useQuickFindCombobox } from './useQuickFindCombobox.ts'

interface QuickFindListProps {
  groups: readonly QuickFindGroup[]
  /** What was typed, which the rows show in bold. */
  text: string
  combobox: Pick<ReturnType<typeof useQuickFindCombobox>, 'menuProps' | 'itemProps' | 'chosen'>
}

/** The groups with their rows. */
export function QuickFindList({ groups, text, combobox: { menuProps, itemProps, chosen } }: QuickFindListProps) {
  const id = useId()
  return (
    <div {...menuProps} className="min-h-0 flex-1 scroll-py-9 overflow-y-auto overscroll-contain p-2 pb-3">
      {groups.map(({ title, items }, index) => (
        <div key={title} role="group" aria-labelledby={`${id}-${index}`}>
          <div id={`${id}-${index}`} className="px-3 pt-2.5 pb-1 text-micro text-ink-2">
            {title}
          </div>
          {items.map((item) => (
            <div
              key={item.key}
              {...itemProps(item)}
              className={classNames(
                'flex h-11 items-center gap-3 rounded-button border px-3 text-body select-none max-md:h-13',
                item === chosen ? 'border-accent-line bg-accent-tint' : 'border-transparent',
              )}
            >
              <QuickFindRow item={item} text={text} isChosen={item === chosen} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
