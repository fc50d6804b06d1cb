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
import { CheckList } from '../../ui/CheckList.tsx'
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
      <CheckList
        legend="People"
        items={(data?.assignableUsers ?? []).map(({ id, fullName }) => ({ id, name: fullName }))}
        chosenIds={userIds}
        onChange={setUserIds}
      >
        {!data && <LoadingRows label="the people" rows={3} rowClass="m-4" />}
      </CheckList>
      <div className="grid grid-cols-2 gap-4">
        <TextField label="First day" type="date" {...text('from')} />
        <TextField label="Last day" optional type="date" min={from} {...text('to')} />
      </div>
      {losses && <Note hue="warn">{losses}</Note>}
    </FormDialog>
  )
}
