import type { ReactNode } from 'react'
import { KnockChoices, type KnockChoicesProps } from './KnockChoices.tsx'
import { lazyPart } from '../../lib/lazyPart.ts'
import { type HistoryKnock, KnockHistory, type KnockHistoryProps } from './KnockHistory.tsx'
import { KnockNote } from './KnockNote.tsx'
import type { KnockExtrasInput } from './useKnockExtras.ts'

const loadPhotos = () => import('./KnockPhotos.tsx')
const AddPhotos = lazyPart(async () => (await loadPhotos()).AddPhotos)
const WaitingPhotos = lazyPart(async () => (await loadPhotos()).WaitingPhotos)

/** Loads the photos' buttons before a door is opened, because a rep may have no connection by then. */
export const preloadPhotos = (): Promise<unknown> => loadPhotos()

interface KnockSheetProps
  extends
    Pick<KnockHistoryProps, 'repId' | 'door' | 'onUndo'>,
    Pick<KnockChoicesProps, 'recorded' | 'lastOutcome' | 'onKnock'> {
  /** Undefined until the property's details are loaded, and for a property without a history of its own. */
  knocks: readonly HistoryKnock[] | undefined
  /** In the place of the outcomes at a door where nobody may knock. */
  notice?: ReactNode
  /** The note and the photos that go with a knock at this house. */
  extras: KnockExtrasInput
  /** Between the note and the history: what else is known, and can be done here. */
  actions: ReactNode
  more?: ReactNode
  /** Below the history: records, and what is seldom done. */
  record?: ReactNode
}

/** Knock logging on a phone: the eight outcomes at the same place at every stop, note and photos, then the history. */
export function KnockSheet({ knocks, notice, extras, actions, more, record, ...props }: KnockSheetProps) {
  const { recorded, lastOutcome, onKnock, ...history } = props
  return (
    <>
      {notice ?? <KnockChoices recorded={recorded} lastOutcome={lastOutcome} onKnock={onKnock} />}
      <div className="mt-3 space-y-3 sideways:order-2">
        <div className="flex gap-2">
          <KnockNote text={extras.note} onChange={extras.changeNote} onSave={extras.saveNote} onFocus={extras.stay} />
          <AddPhotos onPhotos={extras.addPhotos} room={extras.roomForPhotos} onOpen={extras.stay} />
        </div>
        <WaitingPhotos photos={extras.photos} onRemove={extras.removePhoto} />
        <div className="flex gap-2 *:flex-1 empty:hidden">{actions}</div>
        {more}
        {knocks && <KnockHistory knocks={knocks} {...history} />}
        {record}
      </div>
    </>
  )
}
