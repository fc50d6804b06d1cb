import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { ExpiringDocument } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { Note } from '../../ui/Note.tsx'

/** For owners and admins: the cities' lists and permits that end within 30 days and have no newer one. Nothing if there is none. */
export function ExpiryNotices() {
  const { tenant } = useMe()
  const { data } = useQuery(ExpiringDocument, { skip: !tenant, fetchPolicy: 'cache-and-network' })
  if (!data) return null
  const notices = [
    ...data.registries.map(({ id, city, expiresAt }) => ({
      id,
      text: `${city}’s list ends on ${formatDate(Date.parse(expiresAt!) - 1)}. Import the newer one.`,
      to: '/do-not-knock?view=lists',
      label: 'Open Cities’ Lists',
    })),
    ...data.permits.map(({ id, city, validTo }) => ({
      id,
      // A day of a permit has no time zone.
      text: `The permit for ${city} ends on ${formatDate(`${validTo!}T12:00:00Z`, 'UTC')}. Ask the city for a new one.`,
      to: '/do-not-knock?view=permits',
      label: 'Open Permits',
    })),
  ]
  if (notices.length === 0) return null
  return (
    <div className="mb-4 grid gap-2">
      {notices.map(({ id, text, to, label }) => (
        <Note key={id} hue="warn">
          <span className="wrap-anywhere">{text}</span>{' '}
          <Link to={to} className="link whitespace-nowrap max-md:py-1.5">
            {label}
          </Link>
        </Note>
      ))}
    </div>
  )
}
