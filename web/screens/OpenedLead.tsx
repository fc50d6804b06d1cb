import {
  ChevronDown,
  ChevronUp,
  Ellipsis,
  ExternalLink,
  Footprints,
  House,
  Navigation,
  StickyNote,
  Trash2,
} from 'lucide-react'
import { type ComponentProps, type ComponentType, Suspense, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { previewFormats } from '../domain/previewFormats.ts'
import { streetOf } from '../domain/streetOf.ts'
import { DuplicateNote } from '../features/leads/duplicates/DuplicateNote.tsx'
import { LeadDetails } from '../features/leads/lead/LeadDetails.tsx'
import { NOTE_FIELD_ID } from '../features/leads/lead/LeadNotes.tsx'
import { LeadWork } from '../features/leads/lead/LeadWork.tsx'
import { useLeadDetails } from '../features/leads/lead/useLeadDetails.ts'
import { PropertyThumbnail } from '../features/map/thumbnail/PropertyThumbnail.tsx'
import { useLeadPreview } from '../features/printing/useLeadPreview.ts'
import { HistoryList } from '../features/properties/PropertyHistory.tsx'
import { directionsLink } from '../lib/directions.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { toastInfo } from '../lib/toasts.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { useAbilities } from '../session/person/MeProvider.tsx'
import { useOpenRecord, useRecordPosition } from '../session/records.tsx'
import { Button } from '../ui/Button.tsx'
import type { Drawer } from '../ui/Drawer.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { useArrowKeys } from '../ui/useArrowKeys.ts'

const DeleteLead = lazyNamed(async () => (await import('../features/leads/DeleteLead.tsx')).DeleteLead)
const LeadConflict = lazyNamed(async () => (await import('../features/leads/LeadConflict.tsx')).LeadConflict)
const KnockDialog = lazyNamed(async () => (await import('./KnockDialog.tsx')).KnockDialog)
const PreviewDialog = lazyNamed(async () => (await import('../features/printing/PreviewDialog.tsx')).PreviewDialog)

interface OpenedLeadProps {
  id: string
  /** The component around the lead: a drawer or a page. */
  frame: ComponentType<ComponentProps<typeof Drawer>>
  onClose: () => void
  /** The lead's own page, which its drawer links to; absent on that page. */
  pagePath?: string
}

/** A lead with its facts, notes and history, and what can be done with it. */
export function OpenedLead({ id, frame: Frame, onClose, pagePath }: OpenedLeadProps) {
  const { deleteLeads } = useAbilities()
  const isPhone = useIsPhone()
  const { replaceRecord, openProperty } = useOpenRecord()
  const handleGone = useCallback(() => {
    toastInfo('Lead removed from list', { id: 'lead-gone' })
    onClose()
  }, [onClose])
  const { lead, previous, failed, loading, refresh, setStatus, ...statusConflict } = useLeadDetails(id, handleGone)
  const { conflict, saveConflicting, closeConflict } = statusConflict
  const { shown: previewed, preview, close: closePreview } = useLeadPreview()
  const [dialog, setDialog] = useState<'delete' | 'knock' | null>(null)
  const isWidePage = !pagePath && !isPhone
  // Elsewhere the button at the bottom opens the field.
  const [isNoting, setIsNoting] = useState(false)
  const position = useRecordPosition({ kind: 'lead', id })
  const show = (next: string | null | undefined) => next && replaceRecord({ kind: 'lead', id: next })
  useArrowKeys({ onUp: () => show(position?.previous), onDown: () => show(position?.next) })
  const closeDialog = () => setDialog(null)

  const shown = lead ?? previous
  const property = lead?.property
  const picture = shown?.property && (
    <span aria-hidden className="block shrink-0 overflow-hidden md:rounded-button">
      <PropertyThumbnail
        property={shown.property}
        width={isPhone ? innerWidth : isWidePage ? 320 : 96}
        height={isPhone ? 132 : isWidePage ? 200 : 72}
      />
    </span>
  )
  const directions = isPhone && property && (
    <a
      href={directionsLink({ ...property, address: lead.address })}
      target="_blank"
      rel="noreferrer"
      className="absolute right-3 bottom-3 inline-flex h-11 items-center gap-2 rounded-full bg-surface px-4 font-semibold text-ink shadow-popup"
    >
      <Navigation aria-hidden size={16} />
      Directions
    </a>
  )
  const logKnock = (
    <Button
      size={isWidePage ? 'normal' : 'large'}
      variant={isPhone ? 'primary' : 'secondary'}
      icon={Footprints}
      onClick={() => setDialog('knock')}
    >
      Log a Knock
    </Button>
  )
  return (
    <Frame
      title={isWidePage && shown ? streetOf(shown.address) : 'Lead'}
      position={position && `${position.index + 1} of ${position.total.toLocaleString('en-US')}`}
      onClose={onClose}
      actions={
        <>
          {position && !isPhone && (
            <>
              <IconButton
                label="Previous lead"
                icon={ChevronUp}
                iconSize={18}
                disabled={!position.previous}
                onClick={() => show(position.previous)}
              />
              <IconButton
                label="Next lead"
                icon={ChevronDown}
                iconSize={18}
                disabled={!position.next}
                onClick={() => show(position.next)}
              />
            </>
          )}
          {isWidePage && property && logKnock}
          {pagePath && (
            <Link
              to={pagePath}
              aria-label="Open"
              className="inline-flex size-8 shrink-0 items-center justify-center rounded-button text-ink-2 hover:bg-sunken max-md:size-12"
            >
              <ExternalLink aria-hidden size={18} />
            </Link>
          )}
          {lead && (isPhone || deleteLeads) && (
            <Menu align="end" trigger={<IconButton label="More" icon={Ellipsis} iconSize={18} />}>
              {isPhone &&
                previewFormats.map(({ format, name, icon: Icon }) => (
                  <MenuItem
                    key={format}
                    icon={<Icon aria-hidden size={18} />}
                    onSelect={() => void preview(lead, format)}
                  >
                    Preview as {name}
                  </MenuItem>
                ))}
              {isPhone && property && (
                <MenuItem icon={<House aria-hidden size={18} />} onSelect={() => openProperty(property.id)}>
                  Property
                </MenuItem>
              )}
              {deleteLeads && (
                <MenuItem destructive icon={<Trash2 aria-hidden size={16} />} onSelect={() => setDialog('delete')}>
                  Delete Lead
                </MenuItem>
              )}
            </Menu>
          )}
        </>
      }
      footer={
        property &&
        !isWidePage && (
          <>
            <Button
              size="large"
              icon={StickyNote}
              onClick={() => {
                flushSync(() => setIsNoting(true))
                document.getElementById(NOTE_FIELD_ID)?.focus()
              }}
            >
              Add Note
            </Button>
            {logKnock}
          </>
        )
      }
    >
      {shown ? (
        <div aria-busy={!lead} className={lead ? undefined : 'opacity-60'}>
          <LeadDetails
            lead={shown}
            isWidePage={isWidePage}
            onStatus={setStatus}
            picture={
              <div className="relative">
                {picture}
                {directions}
              </div>
            }
            actions={
              <>
                {previewFormats.map(({ format, name, icon }) => (
                  <Button
                    key={format}
                    className="flex-1"
                    icon={icon}
                    onClick={() => void preview(shown, format)}
                    aria-label={`Preview as ${name}`}
                  >
                    {name}
                  </Button>
                ))}
                {property && (
                  <Button className="flex-1" icon={House} onClick={() => openProperty(property.id)}>
                    Property
                  </Button>
                )}
              </>
            }
            work={
              <>
                <DuplicateNote id={shown.id} />
                <LeadWork key={shown.id} lead={shown} hasNoteField={isWidePage || isNoting} onSaved={refresh} />
              </>
            }
            history={
              <section aria-label="History" className="mt-5">
                <h3 className="flex items-baseline justify-between text-section">
                  History
                  <span className="text-small font-normal text-ink-2">{entriesText(shown.history.edges.length)}</span>
                </h3>
                <HistoryList entries={shown.history.edges.map(({ node }) => node)} door={shown.property ?? undefined} />
              </section>
            }
          />
        </div>
      ) : failed ? (
        <ErrorState title="Failed to fetch leads" onRetry={refresh} busy={loading} />
      ) : (
        <Loading label="lead" className="space-y-5 p-5">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      <Suspense>
        {lead && dialog === 'delete' && <DeleteLead lead={lead} onDone={onClose} onClose={closeDialog} />}
        {property && dialog === 'knock' && (
          <KnockDialog property={{ ...property, address: lead.address }} onClose={closeDialog} onKnocked={refresh} />
        )}
        {conflict && <LeadConflict conflict={conflict} onSaveMine={saveConflicting} onClose={closeConflict} />}
        {previewed && <PreviewDialog lead={previewed} onClose={closePreview} />}
      </Suspense>
    </Frame>
  )
}

const entriesText = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
