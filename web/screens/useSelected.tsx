import { useKnockQuestion } from '../features/knocking/useKnockQuestion.tsx'
import type { KnockExtrasInput } from '../features/knocking/useKnockExtras.ts'
import type { useKnocks } from '../features/knocking/useKnocks.ts'
import { DoorLead } from '../features/leads/lead/DoorLead.tsx'
import { NewLeadsOffer } from '../features/leads/lead/NewLeadsOffer.tsx'
import { isOpenLead, useDoorLeads } from '../features/leads/lead/useDoorLeads.ts'
import type { PropertyMarker } from '../features/map/markerFeatures.ts'
import type { SheetProperty } from '../features/properties/PropertyHeader.tsx'
import type { MapPropertyFragment } from '../gql/graphql.ts'
import { formatUpcoming } from '../lib/formatUpcoming.ts'
import { lazyPart } from '../lib/lazyPart.ts'
import { toastSuccess } from '../lib/toasts.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { useOpenRecord } from '../session/records.tsx'
import { Button } from '../ui/Button.tsx'
import { buildingAt } from './buildingOf.ts'
import { UnitsButton } from './UnitsButton.tsx'
import { doorKnocking } from './doorKnocking.ts'
import { useKnockRules } from './useKnockRules.ts'
import { useRenderedSelection } from './useRenderedSelection.ts'
import { type MapDialog, selectedIdOf, selectedOf, type Walk, type WalkEvent } from './walkState.ts'

// Loaded where they are used, because few doors need them.
const ComeBackOffer = lazyPart(async () => (await import('../features/knocking/ComeBackOffer.tsx')).ComeBackOffer)
const NearbyOwner = lazyPart(async () => (await import('../features/properties/NearbyOwner.tsx')).NearbyOwner)

interface SelectedInput {
  phone: boolean
  walk: Walk
  send: (event: WalkEvent) => void
  knocks: ReturnType<typeof useKnocks>
  extras: KnockExtrasInput
  /** The details of the selected property, once they are loaded. */
  property: MapPropertyFragment | undefined
  /** The saved properties in and around the view. */
  markers: readonly PropertyMarker[]
}

/** What the map, the sheet and the popup show of the selected property, and offer there. */
export function useSelected({ phone, walk, send, knocks, extras, property, markers }: SelectedInput) {
  const { id: userId } = useMe()
  const selection = selectedOf(walk)
  const draft = selection?.kind === 'draft' ? selection.draft : undefined
  const id = selection?.kind === 'property' ? selection.property.id : undefined
  // Use the marker's data until the details are loaded, and without a connection.
  const marker = markers.find((candidate) => candidate.id === id)
  const saved = property ?? marker
  const lastOutcome = marker ? marker.lastOutcome : property?.knocks[0]?.outcome
  const own = property && !property.limited ? property : undefined
  const { leads, outline, isKnown, offer } = useDoorLeads(id, own !== undefined)
  const rendered = useRenderedSelection(walk, saved, outline, lastOutcome)
  const { openLead } = useOpenRecord()
  const { warningNow, endAt } = useKnockRules(draft ?? saved)
  const hasNewLeads = offer.leads.length > 0
  const logged = doorKnocking({ walk, send, knocks, extras, saved, hasNewLeads, endAt })

  const assignee = (property ?? marker)?.assignedTo
  const { knock, question } = useKnockQuestion({
    id: selectedIdOf(walk),
    warningNow,
    isColleaguesInterest: saved?.status === 'INTERESTED' && assignee != null && assignee.id !== userId,
    knock: logged.knock,
  })
  const knocking = { ...logged, knock }
  const comeBack = async (at: Date) => {
    // The reason was shown if the phone could not store it.
    if (!(await knocks.addToLastKnock({ comeBackAt: at }))) return
    toastSuccess(`Come back ${formatUpcoming(at, new Date())}`)
    send({ type: 'comeBackSet' })
  }
  const buttonFor = (label: string, dialog: MapDialog | false | undefined) =>
    dialog && <Button onClick={() => send({ type: 'dialogOpened', dialog })}>{label}</Button>
  const building = buildingAt(draft ?? saved, markers)
  const { nearby } = walk
  // The details of the property offer the owner, too.
  const isNearbyUsed =
    nearby?.record.parcelId === property?.parcelId && nearby?.record.ownerName === property?.ownerName
  const leadDialog: MapDialog | undefined =
    draft && phone ? { kind: 'quick', draft } : own && { kind: 'type', property: own, leads }
  const isInterested = walk.interestedId === selectedIdOf(walk) || own?.status === 'INTERESTED'
  // On a phone, knocking comes before everything but the lead of somebody who is interested.
  const offersLead =
    phone && leadDialog !== undefined && isInterested && isKnown && !leads.some((lead) => isOpenLead(lead))
  const parts = {
    details: buttonFor('View Details', own && { kind: 'details', id: own.id }),
    createLead: buttonFor('Create Lead', offersLead ? undefined : leadDialog),
    lead: (
      <DoorLead
        leads={leads}
        onOpen={openLead}
        onCreate={offersLead ? () => send({ type: 'dialogOpened', dialog: leadDialog }) : undefined}
      />
    ),
    offersLead,
    units: building && (
      <UnitsButton
        {...building}
        phone={phone}
        onClick={() => send({ type: 'dialogOpened', dialog: { kind: 'units', building } })}
      />
    ),
    offer: question ? (
      question
    ) : walk.asksWhen ? (
      <ComeBackOffer onChoose={(at) => void comeBack(at)} />
    ) : (
      knocking.recorded?.outcome === 'NOT_INTERESTED' && <NewLeadsOffer {...offer} />
    ),
    nearbyOwner: nearby && nearby.propertyId === property?.id && !isNearbyUsed && (
      <NearbyOwner id={nearby.propertyId} record={nearby.record} onUsed={() => send({ type: 'nearbyUsed' })} />
    ),
  }
  const inSheet: SheetProperty | undefined = draft
    ? { ...draft, status: 'NEW' }
    : ((property && { ...marker, ...property }) ??
      // The marker does not tell why nobody may knock there.
      (marker && { ...marker, limited: marker.isTeams, doNotKnock: null }))
  return { draft, rendered, knocking, parts, inSheet }
}
