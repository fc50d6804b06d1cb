import { useMutation, useQuery } from '@apollo/client/react'
import {
  DataRetentionDocument,
  SetDataRetentionDocument,
  type SetDataRetentionMutationVariables,
} from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Card } from '../../ui/Card.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { Select } from '../../ui/Select.tsx'

const forEver = 'ever'
const positionChoices = [7, 14, 30, 60, 90, 180, 365]
const photoChoices = [3, 6, 12, 24, 36, 60]

/** How long the company keeps what reps record in the field. Every choice is saved at once. */
export function RetentionSettings() {
  const { data, error, loading, refetch } = useQuery(DataRetentionDocument, { fetchPolicy: 'cache-and-network' })
  const [send, sending] = useMutation(SetDataRetentionDocument, {
    update: (cache, { data: saved }) => {
      if (saved) cache.writeQuery({ query: DataRetentionDocument, data: { dataRetention: saved.setDataRetention } })
    },
  })
  const save = (variables: SetDataRetentionMutationVariables) =>
    void toastOutcome(send({ variables }), 'Settings saved', 'Failed to save settings')
  if (!data)
    return (
      <Card title="Data Retention">
        <LoadingOrError query={{ error, loading, refetch }} label="the data retention" rows={2} className="px-5" />
      </Card>
    )
  const { photoMonths, positionDays } = data.dataRetention
  return (
    <Card title="Data Retention">
      <div className="grid gap-4 px-5 pt-3 pb-5 max-md:px-4">
        <Select
          label="Positions of reps"
          value={String(positionDays)}
          options={withCurrent(positionChoices, positionDays).map((days) => ({
            value: String(days),
            label: `${days} ${days === 1 ? 'day' : 'days'}`,
          }))}
          onChange={(days) => save({ positionDays: Number(days) })}
          disabled={sending.loading}
        />
        <Select
          label="Photos"
          value={photoMonths === null ? forEver : String(photoMonths)}
          options={[
            { value: forEver, label: 'Keep all' },
            ...withCurrent(photoChoices, photoMonths).map((months) => ({
              value: String(months),
              label: `${months} ${months === 1 ? 'month' : 'months'}`,
            })),
          ]}
          onChange={(months) => save({ photoMonths: months === forEver ? null : Number(months) })}
          disabled={sending.loading}
        />
        <p className="text-small text-ink-2">
          What is older is erased within a day and cannot be restored. Knocks stay with their time and outcome.
        </p>
      </div>
    </Card>
  )
}

/** The choices, with the current one that an API client may have set. */
function withCurrent(choices: readonly number[], current: number | null): number[] {
  return [...new Set([...choices, ...(current === null ? [] : [current])])].toSorted((one, other) => one - other)
}
