import { useMutation, useQuery } from '@apollo/client/react'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LeadStagesDocument, SetLeadStagesDocument, type StageColor } from '../../../gql/graphql.ts'
import { colorOptions } from '../../../domain/colorOptions.tsx'
import { toastSuccess } from '../../../lib/toasts.ts'
import { refetching } from '../../../lib/refetching.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'

/** A stage in the form. Those that the tenant has have an `id`. */
interface DraftStage {
  key: string
  id?: string
  name: string
  color: StageColor
}

const MAX_STAGES = 12
const MAX_NAME_LENGTH = 40

/** Changes the stages between New and Completed: their names, colors and order. */
export function StageDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(LeadStagesDocument, { fetchPolicy: 'cache-and-network' })
  const [changed, setChanged] = useState<readonly DraftStage[] | null>(null)
  const [save] = useMutation(SetLeadStagesDocument, refetching(LeadStagesDocument))
  const saved = data?.leadStages
  const stages: readonly DraftStage[] = changed ?? saved?.map((stage) => ({ ...stage, key: stage.id })) ?? []
  const removed = saved?.filter(({ id }) => !stages.some((stage) => stage.id === id)) ?? []
  const change = (index: number, values: Partial<DraftStage>) =>
    setChanged(stages.map((stage, at) => (at === index ? { ...stage, ...values } : stage)))
  const swap = (index: number, other: number) =>
    setChanged(stages.with(index, stages[other]!).with(other, stages[index]!))
  const add = () => {
    const unused = colorOptions.find(({ value }) => !stages.some(({ color }) => color === value))
    setChanged([...stages, { key: crypto.randomUUID(), name: '', color: unused?.value ?? 'INFO' }])
  }
  const submit = async () => {
    await save({
      variables: { stages: stages.map(({ id, name, color }) => ({ ...(id ? { id } : {}), name, color })) },
    })
    toastSuccess('Stages saved')
    return true
  }
  return (
    <FormDialog
      title="Stages"
      description="Steps of your own between New and Completed. A lead in a stage counts as contacted."
      onSubmit={submit}
      failureText="The stages were not saved. Check the connection and try again."
      onClose={onClose}
      action="Save Stages"
      className="grid gap-3"
    >
      {!saved && (
        <Loading label="stages">
          <Skeleton className="h-11 w-full" />
        </Loading>
      )}
      <ol className="grid gap-2">
        {stages.map((stage, index) => (
          <li key={stage.key} className="flex items-center gap-1.5 max-md:flex-wrap">
            <input
              aria-label={`Name of stage ${index + 1}`}
              value={stage.name}
              maxLength={2 * MAX_NAME_LENGTH}
              dir="auto"
              onChange={(event) => change(index, { name: event.target.value })}
              placeholder="Name"
              className="field-box h-10 min-w-0 flex-1 rounded-button px-3 max-md:h-12 max-md:basis-full"
            />
            <Select
              variant="filter"
              label={`Color of stage ${index + 1}`}
              options={colorOptions}
              value={stage.color}
              onChange={(color) => change(index, { color })}
            />
            <IconButton
              label={`Move ${stage.name || `stage ${index + 1}`} up`}
              icon={ArrowUp}
              disabled={index === 0}
              onClick={() => swap(index, index - 1)}
            />
            <IconButton
              label={`Move ${stage.name || `stage ${index + 1}`} down`}
              icon={ArrowDown}
              disabled={index === stages.length - 1}
              onClick={() => swap(index, index + 1)}
            />
            <IconButton
              label={`Remove ${stage.name || `stage ${index + 1}`}`}
              icon={Trash2}
              onClick={() => setChanged(stages.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      {saved && stages.length === 0 && (
        <p className="text-small text-ink-2">No stages yet: leads go from New to Contacted to Completed.</p>
      )}
      {removed.length > 0 && (
        <Note hue="warn">
          Leads in {removed.map(({ name }) => name).join(', ')} go back to Contacted, without a stage.
        </Note>
      )}
      {saved && stages.length < MAX_STAGES && (
        <Button icon={Plus} onClick={add} className="justify-self-start">
          Add Stage
        </Button>
      )}
    </FormDialog>
  )
}
