import { useQuery } from '@apollo/client/react'
import { AssignableUsersDocument, type PermitRowFragment } from '../../gql/graphql.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'

type Badges = PermitRowFragment['badges']

/** Who has a badge of the permit, and its number. */
export function BadgeFields({ badges, onChange }: { badges: Badges; onChange: (badges: Badges) => void }) {
  const { data } = useQuery(AssignableUsersDocument, { fetchPolicy: 'cache-and-network' })
  const users = data?.assignableUsers
  const known = new Set(users?.map(({ id }) => id))
  const people = [
    ...(users ?? []),
    // A badge of somebody who left stays until it is taken away.
    ...badges.filter(({ userId }) => !known.has(userId)).map(({ userId }) => ({ id: userId, fullName: 'Former user' })),
  ]
  const setNumber = (userId: string, number: string) =>
    onChange(badges.map((badge) => (badge.userId === userId ? { ...badge, number } : badge)))
  return (
    <fieldset>
      <legend className="mb-1 text-small font-[550]">Badges</legend>
      <ul className="max-h-64 overflow-y-auto rounded-button border border-line">
        {!users && <LoadingRows label="the people" rows={3} rowClass="m-4" />}
        {users &&
          people.map(({ id, fullName }) => {
            const badge = badges.find(({ userId }) => userId === id)
            return (
              <li
                key={id}
                className="flex min-h-12 items-center gap-1 border-b border-line px-2 last:border-0 md:min-h-11"
              >
                <Checkbox
                  label={fullName}
                  checked={Boolean(badge)}
                  onChange={(checked) =>
                    onChange(
                      checked
                        ? [...badges, { userId: id, number: null }]
                        : badges.filter(({ userId }) => userId !== id),
                    )
                  }
                />
                <span aria-hidden className="min-w-0 flex-1 truncate">
                  {fullName}
                </span>
                {badge && (
                  <input
                    type="text"
                    aria-label={`Badge number of ${fullName}`}
                    placeholder="Number"
                    maxLength={100}
                    value={badge.number ?? ''}
                    onChange={({ target }) => setNumber(id, target.value)}
                    className="field-box h-9 w-32 shrink-0 px-3 text-body placeholder:text-ink-3 max-md:h-11 max-md:text-[1rem]"
                  />
                )}
              </li>
            )
          })}
      </ul>
      <p className="mt-1 text-small text-ink-2">Without any, everybody may knock.</p>
    </fieldset>
  )
}
