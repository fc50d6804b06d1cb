import { useQuery } from '@apollo/client/react'
import { ExpiringRegistriesDocument } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Note } from '../../ui/Note.tsx'

/** For owners and admins: the cities' lists that end within 30 days and have no newer one. Nothing if there is none. */
export function ExpiringLists() {
  const { tenant } = useMe()
  const { data } = useQuery(ExpiringRegistriesDocument, { skip: !tenant, fetchPolicy: 'cache-and-network' })
  if (!data || data.registries.length === 0) return null
  return (
    <div className="mb-4 grid gap-2">
      {data.registries.map(({ id, city, expiresAt }) => (
        <Note key={id} hue="warn">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
              {city}’s list ends on {formatDate(Date.parse(expiresAt!) - 1)}. Import the newer one.
            </p>
            <ButtonLink size="small" className="md:-my-1" to="/do-not-knock?view=lists">
              Open Cities’ Lists
            </ButtonLink>
          </div>
        </Note>
      ))}
    </div>
  )
}
