import { useMutation, useQuery } from '@apollo/client/react'
import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ExplainMetrics } from '../features/activity/ExplainMetrics.tsx'
import { describeTime, type ListedPass } from '../features/territories/passTexts.ts'
import { PassTable } from '../features/territories/PassTable.tsx'
import { useTerritories } from '../features/territories/useTerritories.ts'
import { EndPassDocument, PassesDocument, PassReportDocument, TerritoriesDocument } from '../gql/graphql.ts'
import { useFreshQuery } from '../lib/freshQuery.ts'
import { refetching } from '../lib/refetching.ts'
import { fromFieldTime } from '../lib/dates.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { toastOutcome } from '../session/failureToasts.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadingOrError } from '../ui/LoadingOrError.tsx'
import { TextField } from '../ui/Field.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Select } from '../ui/Select.tsx'

// Loaded when somebody starts a pass.
const StartPassDialog = lazyNamed(
  async () => (await import('../features/territories/StartPassDialog.tsx')).StartPassDialog,
)

/** /territories/passes: what was done in each territory in the time of a pass, now or as of an earlier time. */
export function PassesScreen() {
  const { data, error, loading, refetch } = useQuery(PassesDocument, { fetchPolicy: 'cache-and-network' })
  const { territories } = useTerritories()
  const [params, setParams] = useSearchParams()
  const [dialog, setDialog] = useState<'start' | 'end'>()
  const passes = data?.passes.edges.map(({ node }) => node)
  const shown = passes?.find(({ id }) => id === params.get('pass')) ?? passes?.[0]
  const show = (id: string) => setParams({ pass: id }, { replace: true })
  return (
    <ExplainMetrics>
      <PageHeader title="Passes" parent={{ to: '/territories', label: 'Territories' }}>
        <Button
          variant="primary"
          icon={Flag}
          disabled={!territories}
          onClick={() => setDialog('start')}
          className="floats-on-phone"
        >
          Start Pass
        </Button>
      </PageHeader>
      {!passes && <LoadingOrError query={{ error, loading, refetch }} label="the passes" rows={4} />}
      {passes && !shown && (
        <EmptyState
          title="No passes yet"
          hint="A pass counts what is done from a day on, such as after a hail storm, so that an area can be worked again."
        />
      )}
      {passes && shown && (
        <Report key={shown.id} pass={shown} passes={passes} onShow={show} onEnd={() => setDialog('end')} />
      )}
      <Suspense>
        {dialog === 'start' && territories && (
          <StartPassDialog
            territories={territories}
            onStarted={(id) => {
              setDialog(undefined)
              show(id)
            }}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
      {dialog === 'end' && shown && <EndDialog pass={shown} onClose={() => setDialog(undefined)} />}
    </ExplainMetrics>
  )
}

interface ReportProps {
  pass: ListedPass
  passes: readonly ListedPass[]
  onShow: (id: string) => void
  onEnd: () => void
}

/** The figures of a pass, and which pass and time they are of. */
function Report({ pass, passes, onShow, onEnd }: ReportProps) {
  const [time, setTime] = useState('')
  const asOf = fromFieldTime(time)?.toISOString()
  const { data, previousData, failed, busy, retry } = useFreshQuery(PassReportDocument, {
    id: pass.id,
    asOf: asOf ?? null,
  })
  const figures = (data ?? previousData)?.pass.figures
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <Select
          label="Pass"
          value={pass.id}
          onChange={onShow}
          options={passes.map(({ id, name, endedAt }) => ({ value: id, label: endedAt ? `${name} (ended)` : name }))}
          className="w-64 max-md:w-full"
        />
        <TextField
          label="As of"
          type="datetime-local"
          placeholder="Now"
          value={time}
          onChange={({ target }) => setTime(target.value)}
          className="w-56 max-md:min-w-0 max-md:flex-1"
        />
        <p className="pb-2 text-small text-ink-2 max-md:order-last max-md:w-full max-md:pb-0">{describeTime(pass)}</p>
        {!pass.endedAt && (
          <Button onClick={onEnd} className="ml-auto">
            End Pass...
          </Button>
        )}
      </div>
      {!figures && <LoadingOrError query={{ failed, busy, retry }} label="the figures" rows={4} />}
      {figures && <PassTable passId={pass.id} figures={figures} asOf={asOf} />}
    </>
  )
}

function EndDialog({ pass, onClose }: { pass: ListedPass; onClose: () => void }) {
  const [end] = useMutation(EndPassDocument, {
    variables: { id: pass.id },
    ...refetching(PassesDocument, TerritoriesDocument),
  })
  const confirm = () => toastOutcome(end(), 'Pass ended', 'The pass was not ended. Check the connection and try again.')
  return (
    <ConfirmDialog
      title={`End “${pass.name}”?`}
      confirmLabel="End Pass"
      isDestructive={false}
      busyLabel="Ending..."
      onConfirm={confirm}
      onClose={onClose}
    >
      Later knocks do not count in it. Its figures are kept, and its territories can be in another pass.
    </ConfirmDialog>
  )
}
