import { streetSearchTokens } from '../../../domain/addresses/text.ts'

/** Adds the words of streets, with the parameters of `streetWordsOf`. */
export const insertStreetWords = `insert into parcel_street_words (word, street_key, city)
  select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`

/** The same for a data set that a company has imported for itself, whose words others do not search. */
export const insertCompanyWords = `insert into company_street_words (dataset, word, street_key)
  select $1, * from unnest($2::text[], $3::text[]) on conflict do nothing`

/** A street name has a few words, each with a few spellings. More are not searched. */
export const maxStreetWords = 40

/** The words of the streets, each with its street and city. */
export function streetWordsOf(
  streets: readonly { street_key: string; city: string }[],
): [string[], string[], string[]] {
  const words = streets.flatMap(({ street_key, city }) =>
    streetSearchTokens(street_key)
      .slice(0, maxStreetWords)
      .map((word) => ({ word, street_key, city })),
  )
  return [words.map(({ word }) => word), words.map(({ street_key }) => street_key), words.map(({ city }) => city)]
}

/** Removes the words of streets without parcels. */
export const deleteUnusedStreetWords = `delete from parcel_street_words as words where not exists
  (select from parcels where street_key = words.street_key and coalesce(city, '') = words.city)`
