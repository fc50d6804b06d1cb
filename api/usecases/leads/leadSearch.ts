import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { findSelectiveTerm, parseSearchTerms, parseSearchTokens } from '../properties/propertySearch.ts'

/** A term with at most this many properties is looked up in its index. Others are filters on the newest leads. */
const selectiveThreshold = 2_000

/** The conditions that a lead `l`, by its property or by its contact, matches `search` (`LeadFilter.search`). */
export async function buildSearchConditions(em: EntityManager, search: string, bind: Bind): Promise<string[]> {
  const terms = parseSearchTerms(search)
  const tokens = parseSearchTokens(search)
  const selective = await findSelectiveTerm(em, terms, selectiveThreshold)
  const isContactFound = await hasContact(em, tokens)
  const ofProperty = terms.map((term) =>
    term === selective
      ? `(l.tenant_id, l.property_id) in (${term.idsSql(bind)})`
      : // Under row-level security the planner assumes that LIKE matches few rows. For CASE it assumes half of them.
        `case when ${term.conditionSql(bind, 'l')} then true else false end`,
  )
  // With OR, the index of the selective term is not used, so only a search that finds a contact has it.
  return isContactFound ? [`(${contactConditionSql(tokens, bind)} or (${ofProperty.join(' and ')}))`] : ofProperty
}

/**
 * The condition that each of the tokens is a part of a word of the contact of a lead `l`: the name, the email address, or the phone
 * number, also with its digits as one word. Migration 0087 has an index on the leads with a contact.
 */
export const contactConditionSql = (tokens: readonly string[], bind: Bind): string =>
  `((l.contact_name is not null or l.contact_phone is not null or l.contact_email is not null)
    and words_of(concat_ws(' ', l.contact_name, l.contact_email, l.contact_phone,
      regexp_replace(l.contact_phone, '[^0-9]', '', 'g'))) like all (${bind(tokens.map((token) => `%${token}%`))}::text[]))`

/** Whether a lead of the tenant has such a contact. */
async function hasContact(em: EntityManager, tokens: readonly string[]): Promise<boolean> {
  if (tokens.length === 0) return false
  const { values, bind } = createParameters()
  const found = await queryRows(
    em,
    `select 1 from leads l where l.tenant_id = :tenant and ${contactConditionSql(tokens, bind)} limit 1`,
    values,
  )
  return found.length > 0
}
