import type { EntityManager } from '../../database/connection.ts'
import { queryRows } from '../../database/connection.ts'
import { NotFound, check } from '../../domain/errors.ts'
import { selectLeads, type PrintSelection, type SelectedLead } from './printCheck.ts'

/** Which leads are printed, and which of them are left out. */
export interface LeadChoice {
  selection: PrintSelection
  /** Leads with an unconfirmed owner are left out unless this is true (design §6). */
  includeUnconfirmed: boolean
  /** Leads for which a letter was printed before are left out if this is true. */
  neverPrinted: boolean
}

/** The ids of selected leads that are not printed, by reason. */
export interface LeftOutLeads {
  /** The owner is unconfirmed, and unconfirmed ones were not included. */
  unconfirmed: string[]
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
  { selection, includeUnconfirmed, neverPrinted }: LeadChoice,
  recordedIds?: readonly string[],
): Promise<ChosenLeads> {
  const selected = await selectLeads(em, tenantId, selection)
  if (selected.length === 0 && selection.leadIds) throw new NotFound('No leads found')
  check(selected.length > 0, 'No leads found')
  const unconfirmed = selected.filter((lead) => lead.unconfirmed && !includeUnconfirmed)
  const alreadyPrinted = selected.filter((lead) => lead.isPrinted && neverPrinted && !unconfirmed.includes(lead))
  const left = new Set([...unconfirmed, ...alreadyPrinted])
  const printed = recordedIds
    ? await selectLeads(em, tenantId, { leadIds: recordedIds })
    : selected.filter((lead) => !left.has(lead))
  check(printed.length > 0, nothingLeftMessage(alreadyPrinted.length > 0))
  const printedIds = new Set(printed.map(({ id }) => id))
  const idsNotPrinted = (leads: SelectedLead[]) => leads.map(({ id }) => id).filter((id) => !printedIds.has(id))
  return {
    ids: [...printedIds],
    leftOut: {
      unconfirmed: idsNotPrinted(unconfirmed),
      alreadyPrinted: idsNotPrinted(alreadyPrinted),
      notFound: findMissingIds(selection.leadIds ?? [], selected),
    },
  }
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

function nothingLeftMessage(isPrinted: boolean): string {
  return isPrinted
    ? 'All of these leads have a printed letter. Include printed leads to print them again.'
    : 'All of these leads have unconfirmed owners. Include them to print them.'
}

function findMissingIds(ids: readonly string[], found: readonly SelectedLead[]): string[] {
  const foundIds = new Set(found.map(({ id }) => id))
  return [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => !foundIds.has(id))
}
