import { Building, CornerDownLeft, FileText, House, type LucideIcon, User } from 'lucide-react'
import { StatusIcon } from '../../domain/StatusBadge.tsx'
import { classNames } from '../../ui/classNames.ts'
import { type QuickFindItem, splitMatches } from './quickFindItems.ts'

const icons: Record<QuickFindItem['kind'], LucideIcon> = {
  property: House,
  owner: User,
  contact: User,
  parcel: FileText,
  user: User,
  screen: Building,
  action: Building,
}

/** The content of a row: icon, title with what was typed in bold, detail, and a hint at the end. */
export function QuickFindRow({ item, text, isChosen }: { item: QuickFindItem; text: string; isChosen: boolean }) {
  const { title, detail, hint } = item
  return (
    <>
      <ItemIcon item={item} />
      <span className="min-w-0 flex-1 truncate">
        <span className="font-[550]">
          {splitMatches(title, text).map(({ part, isMatch }, index) =>
            isMatch ? (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other identity
              <b key={index} className="font-bold">
                {part}
              </b>
            ) : (
              part
            ),
          )}
        </span>
        {detail && <span className="ml-2 text-small text-ink-2">{detail}</span>}
      </span>
      {hint && (
        <span className={classNames('max-w-40 shrink-0 truncate text-small text-ink-2', !isChosen && 'max-md:hidden')}>
          {hint}
        </span>
      )}
      {isChosen && <CornerDownLeft aria-hidden size={15} className="shrink-0 text-ink-2 max-md:hidden" />}
    </>
  )
}

function ItemIcon({ item: { kind, status, icon } }: { item: QuickFindItem }) {
  if (status)
    return (
      <span className="flex size-[26px] shrink-0 items-center justify-center">
        <StatusIcon status={status} />
      </span>
    )
  const Icon = icon ?? icons[kind]
  return (
    <span className="flex size-[26px] shrink-0 items-center justify-center rounded-badge bg-sunken text-ink-2">
      <Icon aria-hidden size={15} />
    </span>
  )
}
