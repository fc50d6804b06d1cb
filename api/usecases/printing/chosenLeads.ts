import type { EntityManager } from '../../database/connection.ts'
import { queryRows } from '../../database/connection.ts'
import { NotFound, check } from '../../domain/errors.ts'
import { selectLeads, type PrintSelection, type SelectedLead } from './printCheck.ts'

/** Which leads are printed, and which of them are left out. */
export interface LeadChoice {
  selection: PrintSelection
  /** Leads with an unconfirmed owner are left out unless this is true (design §6). */
  includeUnconfirmed: boolean
  /** Leads at whose doors nobody may knock are left out unless this is true. */
  includeDoNotKnock: boolean
  /** Leads for which a letter was printed before are left out if this is true. */
  neverPrinted: boolean
}

/** The ids of selected leads that are not printed, by reason. */
export interface LeftOutLeads {
  /** The owner is unconfirmed, and unconfirmed ones were not included. */
  unconfirmed: string[]
  /** Nobody may knock at the door, and such doors were not included. */
  doNotKnock: string[]
  /** A letter was printed before, and only leads without one were to be printed. */
  alreadyPrinted: string[]
  /** Unknown ids, and those of another tenant. */
  notFound: string[]
}

export interface ChosenLeads {
  /** The leads to print, in order. */
  ids: string[]
  leftOut: LeftOutLeads
}

/** An Idempotency-Key's event, and whether its request was done before. */
export interface RepeatablePrint {
  eventId: string
  isRepeat: boolean
}

/**
 * Chooses the leads to print; for a repeated request those of the first one. Throws `NotFound` if none of the selected ids
 * is a lead of the tenant, and `Refused` if no lead is left to print.
 */
export async function chooseLeads(
  em: EntityManager,
  tenantId: string,
  { selection, ...choice }: LeadChoice,
  recordedIds?: readonly string[],
): Promise<ChosenLeads> {
  const selected = await selectLeads(em, tenantId, selection)
  if (selected.length === 0 && selection.leadIds) throw new NotFound('No leads found')
  check(selected.length > 0, 'No leads found')
  const byReason = Map.groupBy(selected, (lead) => reasonToLeaveOut(lead, choice))
  const printed = recordedIds ? await selectLeads(em, tenantId, { leadIds: recordedIds }) : (byReason.get('none') ?? [])
  check(printed.length > 0, nothingLeftMessage([...byReason.keys()]))
  const printedIds = new Set(printed.map(({ id }) => id))
  const idsNotPrinted = (reason: Reason) =>
    (byReason.get(reason) ?? []).map(({ id }) => id).filter((id) => !printedIds.has(id))
  return {
    ids: [...printedIds],
    leftOut: {
      unconfirmed: idsNotPrinted('unconfirmed'),
      doNotKnock: idsNotPrinted('doNotKnock'),
      alreadyPrinted: idsNotPrinted('alreadyPrinted'),
      notFound: findMissingIds(selection.leadIds ?? [], selected),
    },
  }
}

type Reason = 'unconfirmed' | 'doNotKnock' | 'alreadyPrinted' | 'none'

/** The first reason of several, so that each lead is counted once. */
function reasonToLeaveOut(lead: SelectedLead, choice: Omit<LeadChoice, 'selection'>): Reason {
  if (lead.unconfirmed && !choice.includeUnconfirmed) return 'unconfirmed'
  if (lead.isMarked && !choice.includeDoNotKnock) return 'doNotKnock'
  return lead.isPrinted && choice.neverPrinted ? 'alreadyPrinted' : 'none'
}

/** The data of the event of an earlier print with this id; null if there is none. */
export async function findRecordedPrint<Data extends { leadIds: string[] }>(
  em: EntityManager,
  tenantId: string,
  type: 'LettersPrinted' | 'LabelsPrinted',
  repeatable: RepeatablePrint | undefined,
): Promise<Data | null> {
  if (!repeatable?.isRepeat) return null
  const [found] = await queryRows<{ data: Data }>(
    em,
    'select data from activity_events where tenant_id = $1 and event_id = $2 and type = $3',
    [tenantId, repeatable.eventId, type],
  )
  return found?.data ?? null
}

function nothingLeftMessage(reasons: readonly Reason[]): string {
  if (reasons.includes('alreadyPrinted'))
    return 'All of these leads have a printed letter. Include printed leads to print them again.'
  if (!reasons.includes('doNotKnock')) return 'All of these leads have unconfirmed owners. Include them to print them.'
  return reasons.includes('unconfirmed')
    ? 'All of these leads have unconfirmed owners or doors where nobody may knock. Include them to print them.'
    : 'All of these leads have doors where nobody may knock. Include them to print them.'
}

function findMissingIds(ids: readonly string[], found: readonly SelectedLead[]): string[] {
  const foundIds = new Set(found.map(({ id }) => id))
  return [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => !foundIds.has(id))
}
