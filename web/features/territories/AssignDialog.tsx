import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  AssignableUsersDocument,
  AssignTerritoryDocument,
  TerritoriesDocument,
  type TerritoryRowFragment,
} from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toFieldDay } from '../../lib/dates.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useTexts } from '../../lib/useTexts.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { describeLosses, holdersOn } from './territoryTexts.ts'

/** Gives a territory to people from a day on, in place of those who hold it. */
export function AssignDialog({ territory, onClose }: { territory: TerritoryRowFragment; onClose: () => void }) {
  const { data } = useQuery(AssignableUsersDocument, { fetchPolicy: 'cache-and-network' })
  const [today] = useState(() => toFieldDay(new Date()))
  const { texts, text } = useTexts({ from: today, to: '' })
  const { from, to } = texts
  const [userIds, setUserIds] = useState(() => holdersOn(territory.assignments, today).map(({ id }) => id))
  const [assign] = useMutation(AssignTerritoryDocument, refetching(TerritoriesDocument))
  const losses = describeLosses(territory, userIds, from)
  const submit = async () => {
    await assign({ variables: { id: territory.id, userIds, from: from || null, to: to || null } })
    toastSuccess('Territory assigned')
    return true
  }
  return (
    <FormDialog
      title={`Assign ${territory.name}`}
      onSubmit={submit}
      onClose={onClose}
      failureText="The territory was not assigned. Check the connection and try again."
      action="Assign"
      busyAction="Assigning..."
      className="grid gap-4"
    >
      <fieldset>
        <legend className="mb-1 text-small font-[550]">People</legend>
        <ul className="max-h-64 overflow-y-auto rounded-button border border-line">
          {!data && <LoadingRows label="the people" rows={3} rowClass="m-4" />}
          {data?.assignableUsers.map(({ id, fullName }) => (
            <li key={id} className="flex items-center gap-1 border-b border-line px-2 last:border-0 md:py-0.5">
              <Checkbox
                label={fullName}
                checked={userIds.includes(id)}
                onChange={(checked) =>
                  setUserIds(checked ? [...userIds, id] : userIds.filter((userId) => userId !== id))
                }
              />
              <span aria-hidden className="min-w-0 truncate">
                {fullName}
              </span>
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <TextField label="First day" type="date" {...text('from')} />
        <TextField label="Last day" optional type="date" min={from} {...text('to')} />
      </div>
      {losses && <Note hue="warn">{losses}</Note>}
    </FormDialog>
  )
}
