import { MapPin, Search, WifiOff, X } from 'lucide-react'
import { Close, Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { useId, useRef, useState } from 'react'
import { pluralize } from '../../lib/numbers.ts'
import { COMMAND_KEY } from '../../lib/shortcuts.ts'
import { useIsOnline } from '../../lib/useIsOnline.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { classNames } from '../../ui/classNames.ts'
import { type Destination, filterItems, type QuickFindGroup, type QuickFindItem } from './quickFindItems.ts'
import { readRecentItems, storeRecentItem } from './recentItems.ts'
import { useQuickFind } from './useQuickFind.ts'
import { useQuickFindCombobox } from './useQuickFindCombobox.ts'
import { QuickFindRow } from './QuickFindRow.tsx'

interface QuickFindDialogProps {
  /** The key of the user and the viewed role or tenant, under which recent items are stored. */
  reader: string
  screens: readonly QuickFindItem[]
  actions: readonly QuickFindItem[]
  onOpen: (destination: Destination) => void
  onSearchMap: (text: string) => void
  onClose: () => void
}

/** The codes of errors that say nothing about the text. */
const isUnreachable = (code: string | undefined) => code === 'NETWORK' || code === 'UNAVAILABLE'

/** Searches everything by what is typed, and opens what is chosen. Without a connection it has what is on this device. */
export function QuickFindDialog({ reader, screens, actions, onOpen, onSearchMap, onClose }: QuickFindDialogProps) {
  const [text, setText] = useState('')
  const [recent] = useState(() => readRecentItems(reader))
  const isOnline = useIsOnline()
  const found = useQuickFind(text, isOnline)
  const isOffline = !isOnline || isUnreachable(found.error)
  const query = text.trim().replace(/\s+/g, ' ')
  const { groups, isWithoutMatch } = toShownGroups({ query, isOffline, found, recent, screens, actions, onSearchMap })
  const items = groups.flatMap((group) => group.items)

  const previousFocus = useRef<Element | null>(null)
  const hasOpened = useRef(false)
  const choose = (item: QuickFindItem) => {
    storeRecentItem(reader, item)
    hasOpened.current = item.opens !== undefined
    onClose()
    if (item.opens) onOpen(item.opens)
    else item.run?.()
  }
  const showOnMap = ({ propertyId }: QuickFindItem) => {
    if (!propertyId) return
    hasOpened.current = true
    onClose()
    onOpen({ kind: 'map', id: propertyId })
  }
  const combobox = useQuickFindCombobox({
    items,
    text,
    onTextChange: setText,
    onChoose: choose,
    onShowOnMap: showOnMap,
  })
  const count = found.groups.reduce((sum, group) => sum + group.items.length, 0)
  const note = isOffline
    ? 'No connection. Only screens, actions and what you opened here before.'
    : found.error && 'The search failed. Change the text to try again.'

  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-60 animate-fade-in bg-scrim max-md:hidden" />
        <Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            previousFocus.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            // What was opened takes the focus.
            event.preventDefault()
            if (!hasOpened.current && previousFocus.current instanceof HTMLElement) previousFocus.current.focus()
          }}
          className="fixed inset-0 z-60 flex flex-col overflow-hidden bg-surface text-ink outline-none max-md:animate-fade-in md:inset-x-0 md:top-28 md:bottom-auto md:mx-auto md:max-h-[calc(100dvh-8rem)] md:w-[660px] md:animate-dialog-in md:rounded-dialog md:shadow-dialog"
        >
          <Title className="sr-only">Quick find</Title>
          <div className="flex h-[60px] shrink-0 items-center gap-3 border-b border-line pr-2 pl-4 md:pr-5 md:pl-5">
            {found.isLoading ? <Spinner /> : <Search aria-hidden size={20} className="shrink-0 text-ink-2" />}
            <input
              {...combobox.inputProps}
              type="text"
              placeholder="Find a house, owner, person or screen"
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={200}
              className="h-full min-w-0 flex-1 bg-transparent text-[1.125rem] outline-none placeholder:text-ink-3"
            />
            <Kbd className="max-md:hidden">Esc</Kbd>
            <Close asChild>
              <IconButton label="Close" icon={X} iconSize={20} className="md:hidden" />
            </Close>
          </div>
          {note && (
            <p className="flex items-center gap-2 bg-warn-tint px-5 py-2 text-body">
              <WifiOff aria-hidden size={16} className="shrink-0" />
              {note}
            </p>
          )}
          <QuickFindList groups={groups} text={query} combobox={combobox} />
          <p role="status" className="sr-only">
            {note || (query === '' || found.isLoading ? '' : isWithoutMatch ? 'No match' : pluralize(count, 'result'))}
          </p>
          <footer className="flex h-10 shrink-0 items-center gap-1.5 border-t border-line bg-canvas px-5 text-small text-ink-2 max-md:hidden">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd>
            <span className="mr-3">move</span>
            <Kbd>Enter</Kbd>
            <span className="mr-3">open</span>
            <Kbd>{COMMAND_KEY} Enter</Kbd>
            <span>open on the map</span>
            {query !== '' && found.elapsedMs !== undefined && !note && (
              <span aria-hidden className="figures ml-auto">
                {pluralize(count, 'result')} in {Math.round(found.elapsedMs)} ms
              </span>
            )}
          </footer>
        </Content>
      </Portal>
    </Root>
  )
}

interface Shown extends Pick<QuickFindDialogProps, 'screens' | 'actions' | 'onSearchMap'> {
  query: string
  isOffline: boolean
  found: ReturnType<typeof useQuickFind>
  recent: readonly QuickFindItem[]
}

/** The groups that have items, in their order. The last action searches the map for the text. */
function toShownGroups({ query, isOffline, found, recent, screens, actions, onSearchMap }: Shown) {
  const groups: QuickFindGroup[] = [
    { title: 'Recent', items: query === '' || isOffline ? filterItems(recent, query) : [] },
    ...found.groups,
    { title: 'Screens', items: filterItems(screens, query) },
    { title: 'Actions', items: filterItems(actions, query) },
  ].filter(({ items }) => items.length > 0)
  const isWithoutMatch = query !== '' && groups.length === 0 && !found.isLoading
  if (query !== '') {
    const searchMap: QuickFindItem = {
      key: 'search map',
      kind: 'action',
      icon: MapPin,
      title: `${isWithoutMatch ? 'No match. ' : ''}Search the map for "${query}"`,
      run: () => onSearchMap(query),
    }
    const last = groups.at(-1)
    if (last?.title === 'Actions') groups[groups.length - 1] = { ...last, items: [...last.items, searchMap] }
    else groups.push({ title: 'Actions', items: [searchMap] })
  }
  return { groups, isWithoutMatch }
}

interface QuickFindListProps {
  groups: readonly QuickFindGroup[]
  /** What was typed, which the rows show in bold. */
  text: string
  combobox: Pick<ReturnType<typeof useQuickFindCombobox>, 'menuProps' | 'itemProps' | 'chosen'>
}

/** The groups with their rows. */
function QuickFindList({ groups, text, combobox: { menuProps, itemProps, chosen } }: QuickFindListProps) {
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
