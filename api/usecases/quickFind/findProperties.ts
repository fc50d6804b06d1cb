import { selectList } from '../../database/columns.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import type { PropertyStatus } from '../../domain/enums.ts'
import { tenantKeyOf } from '../../domain/ids.ts'
import { termSource } from '../properties/propertyList.ts'
import { propertyColumnSql } from '../../records/propertyRows.ts'
import { findSelectiveTerm, type SearchTerm } from '../properties/propertySearch.ts'
import type { QuickFindTerms } from './quickFindTerms.ts'

/** A term with at most this many properties is looked up in its index, and all of its properties are ranked. */
const selectiveThreshold = 4_000
/** The same for whole words, of which those of house numbers are rare. */
const wholeWordThreshold = 1_000
/** Without a selective term, only this many of the newest properties are searched, shared by the conditions. */
const scanLimit = 5_000
/** The best matches, from which the caller chooses those of each group. */
const candidateLimit = 200

const columns = selectList(propertyColumnSql, [
  'tenantId',
  'id',
  'address',
  'city',
  'ownerName',
  'parcelId',
  'status',
  'assignedTo',
  'createdAt',
])

/** A property that matches. Lower ranks are better; properties of one rank are ordered by their creation, newest first. */
export interface RankedProperty {
  tenantId: string
  id: string
  address: string
  city: string | null
  ownerName: string | null
  parcelId: string | null
  status: PropertyStatus
  assignedTo: string | null
  createdAt: Date
  rank: number
}

/** Conditions on `properties p` for the properties that are searched, besides the scope. */
export type PropertyConditions = (bind: Bind) => string[]

/** How the properties that match are read: by a selective term, or among the newest and by a whole word. */
interface Lookup {
  selective: SearchTerm | null
  wholeWord: SearchTerm | null
}

/**
 * The best matches among the properties that meet each of the conditions, in no particular order: those with the words as they were typed
 * first, then the house number, then whole words, beginnings of words and other parts of them. The last condition includes the others.
 */
export async function findProperties(
  em: EntityManager,
  search: QuickFindTerms,
  conditions: readonly PropertyConditions[],
): Promise<RankedProperty[]> {
  const lookup = await chooseLookup(em, search)
  const scanned = Math.ceil(scanLimit / conditions.length)
  const found = new Map<string, RankedProperty>()
  for (const condition of conditions)
    for (const property of await lookUp(em, search, condition, lookup, scanned))
      found.set(tenantKeyOf(property), property)
  const widest = conditions.at(-1)
  if (found.size > 0 || lookup.selective || !widest) return [...found.values()]
  // All terms are common, but none of the newest properties has all of them.
  return readRanked(em, search, widest, (bind) => termSource(search.terms, bind))
}

/** The properties with these ids, ranked. */
export function rankProperties(
  em: EntityManager,
  search: QuickFindTerms,
  ids: readonly string[],
): Promise<RankedProperty[]> {
  return readRanked(
    em,
    search,
    (bind) => [`p.id = any(${bind(ids)}::uuid[])`],
    () => 'properties p',
  )
}

/** The properties that meet `conditions` and whose parcel id begins with the typed text. */
export async function findParcels(
  em: EntityManager,
  { parcelIds }: QuickFindTerms,
  conditions: PropertyConditions,
  limit: number,
): Promise<RankedProperty[]> {
  if (parcelIds.length === 0) return []
  const { values, bind } = createParameters()
  const where = ['p.tenant_id = :tenant', ...conditions(bind)].join(' and ')
  // One range of the index for each spelling. UNION ALL stops as soon as the limit is reached.
  const ranges = parcelIds.map(
    (beginning) => `(select * from properties p where ${where}
      and p.parcel_id collate "C" between ${bind(beginning)} and ${bind(`${beginning}\u{10ffff}`)}
      order by p.parcel_id collate "C" limit ${bind(limit)})`,
  )
  return queryRows<RankedProperty>(
    em,
    `select ${columns}, 0 as rank from (${ranges.join(' union all ')}) p limit ${bind(limit)}`,
    values,
  )
}

async function chooseLookup(em: EntityManager, { terms, wholeWords }: QuickFindTerms): Promise<Lookup> {
  const selective = await findSelectiveTerm(em, terms, selectiveThreshold)
  if (selective) return { selective, wholeWord: null }
  return { selective, wholeWord: await findSelectiveTerm(em, wholeWords, wholeWordThreshold) }
}

async function lookUp(
  em: EntityManager,
  search: QuickFindTerms,
  conditions: PropertyConditions,
  { selective, wholeWord }: Lookup,
  scanned: number,
): Promise<RankedProperty[]> {
  const read = (source: (bind: Bind) => string) => readRanked(em, search, conditions, source)
  if (selective) return read((bind) => termSource([selective], bind))
  const newest = await read((bind) => newestRows(conditions, bind, scanned))
  return wholeWord ? [...newest, ...(await read((bind) => termSource([wholeWord], bind)))] : newest
}

function readRanked(
  em: EntityManager,
  search: QuickFindTerms,
  conditions: PropertyConditions,
  source: (bind: Bind) => string,
): Promise<RankedProperty[]> {
  const { values, bind } = createParameters()
  const from = source(bind)
  const where = ['p.tenant_id = :tenant', ...conditions(bind), ...search.terms.map((term) => term.conditionSql(bind))]
  return queryRows<RankedProperty>(
    em,
    `select ${columns}, ${rankSql(search, bind)} as rank from ${from} where ${where.join(' and ')}
     order by rank, p.created_at desc, p.id desc limit ${candidateLimit}`,
    values,
  )
}

/** The newest properties that meet `conditions`, as `p`. */
function newestRows(conditions: PropertyConditions, bind: Bind, limit: number): string {
  return `(select * from properties p where ${['p.tenant_id = :tenant', ...conditions(bind)].join(' and ')}
    order by p.created_at desc, p.id desc limit ${limit}) p`
}

/**
 * 0: the beginning of an address or a name as it was typed; 1: the house number; 2: its beginning; 3: whole words; 4: beginnings of
 * words; 5: parts of words. In '1075 w 10' the last token is also a part of the house number, so each W street has all of them.
 */
function rankSql({ tokens, phrase, houseNumber }: QuickFindTerms, bind: Bind): string {
  const byPhrase = phrase ? `when p.words like ${bind(`% ${phrase}%`)} then 0` : ''
  const byNumber = houseNumber
    ? `when p.street_number = ${bind(houseNumber)} then 1 when p.street_number like ${bind(`${houseNumber}%`)} then 2`
    : ''
  return `case ${byPhrase} ${byNumber} when p.words like all (${bind(tokens.map((token) => `% ${token} %`))}::text[]) then 3
    when p.words like all (${bind(tokens.map((token) => `% ${token}%`))}::text[]) then 4 else 5 end`
}
