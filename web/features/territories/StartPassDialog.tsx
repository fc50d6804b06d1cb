import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { PassesDocument, StartPassDocument, TerritoriesDocument, type TerritoryRowFragment } from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toFieldDay } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useTexts } from '../../lib/useTexts.ts'
import { CheckList } from '../../ui/CheckList.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

interface StartPassDialogProps {
  territories: readonly TerritoryRowFragment[]
  onStarted: (id: string) => void
  onClose: () => void
}

/** Starts a pass of territories; by default of all that are in none. */
export function StartPassDialog({ territories, onStarted, onClose }: StartPassDialogProps) {
  const free = territories.filter(({ pass }) => !pass)
  const [today] = useState(() => toFieldDay(new Date()))
  const { texts, text } = useTexts({ name: '', startsOn: today })
  const [left, setLeft] = useState<readonly string[]>([])
  const [start] = useMutation(StartPassDocument, refetching(PassesDocument, TerritoriesDocument))
  const freeIds = free.map(({ id }) => id)
  const territoryIds = freeIds.filter((id) => !left.includes(id))
  const choose = (chosen: string[]) => setLeft(freeIds.filter((id) => !chosen.includes(id)))
  const submit = async () => {
    const { data } = await start({
      variables: { input: { name: texts.name, territoryIds, startsOn: texts.startsOn || null } },
    })
    toastSuccess('Pass started')
    onStarted(data!.startPass.id)
  }
  const taken = territories.length - free.length
  return (
    <FormDialog
      title="Start Pass"
      description="Doors, talks and leads are counted from its first day on, so that an area can be worked again."
      onSubmit={submit}
      onClose={onClose}
      failureText="The pass was not started. Check the connection and try again."
      action="Start Pass"
      busyAction="Starting..."
      className="grid gap-4"
    >
      <TextField label="Name" isRequired dir="auto" placeholder="October hail" maxLength={200} {...text('name')} />
      <TextField label="First day" type="date" {...text('startsOn')} />
      <div>
        <CheckList legend="Territories" items={free} chosenIds={territoryIds} onChange={choose} />
        {territories.length === 0 && (
          <p className="text-body text-ink-2">
            There are none yet.{' '}
            <Link to="/territories" className="link">
              Draw a Territory
            </Link>
          </p>
        )}
        {taken > 0 && (
          <p className="mt-1 text-small text-ink-2">
            {pluralize(taken, 'territory is', 'territories are')} in a pass that goes on. End that pass first.
          </p>
        )}
      </div>
    </FormDialog>
  )
}
