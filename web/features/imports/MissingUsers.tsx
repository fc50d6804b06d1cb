import { Link } from 'react-router-dom'
import type { ImportJobFragment } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { Card } from '../../ui/Card.tsx'

/** The people whom a file names and who have no account here, with the number of their rows. */
export function MissingUsers({ job }: { job: ImportJobFragment }) {
  const { addUsers } = useAbilities()
  const { missingUsers } = job.import!
  if (missingUsers.length === 0) return null
  return (
    <Card title="People Without an Account" aside={pluralize(missingUsers.length, 'person', 'people')}>
      <p className="px-5 pt-1 text-small text-ink-2 max-md:px-4">
        Their properties are assigned to nobody, and their visits count for nobody.{' '}
        {addUsers ? (
          <>
            <Link to="/users" className="link">
              Add them in Users
            </Link>{' '}
            and check again to change that.
          </>
        ) : (
          'Ask an owner to add them, then check again to change that.'
        )}
      </p>
      <ul className="mt-2">
        {missingUsers.map(({ name, rows }) => (
          <li
            key={name}
            className="flex min-h-10 items-center justify-between gap-3 border-t border-line px-5 py-1 text-body max-md:px-4"
          >
            <span className="truncate" title={name}>
              {name}
            </span>
            <span className="figures text-small whitespace-nowrap text-ink-2">{pluralize(rows, 'row')}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
