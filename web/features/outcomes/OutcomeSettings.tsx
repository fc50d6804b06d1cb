import { useMutation, useQuery } from '@apollo/client/react'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { outcomeLabels } from '../../domain/labels.ts'
import { OutcomeMark } from '../../domain/OutcomeMark.tsx'
import {
  type OutcomeInput,
  type OutcomeRowFragment,
  OutcomesDocument,
  RetireOutcomeDocument,
  SaveOutcomeDocument,
} from '../../gql/graphql.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastOutcome, toastReason } from '../../session/failureToasts.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { OutcomeDialog } from './OutcomeDialog.tsx'

/** The server accepts at most this many in use. */
const MAX_OUTCOMES = 15
const reread = refetching(OutcomesDocument)

/** The outcomes of the company's own: their names, marks, meanings and order. */
export function OutcomeSettings() {
  const { data, error, loading, refetch } = useQuery(OutcomesDocument, { fetchPolicy: 'cache-and-network' })
  const [save, saving] = useMutation(SaveOutcomeDocument, reread)
  const [retire, retiring] = useMutation(RetireOutcomeDocument, reread)
  const phone = useIsPhone()
  const [edited, setEdited] = useState<OutcomeRowFragment | 'new'>()
  const [leaving, setLeaving] = useState<OutcomeRowFragment>()
  const own = data?.outcomes.filter(({ builtIn }) => !builtIn)
  const inUse = own?.filter(({ retiredAt }) => !retiredAt) ?? []
  const retired = own?.filter(({ retiredAt }) => retiredAt) ?? []
  const busy = saving.loading || retiring.loading
  const change = async (input: OutcomeInput, message?: string) => {
    try {
      await save({ variables: { input } })
      if (message) toastSuccess(message)
    } catch (failure) {
      toastReason(failure, 'The outcome was not saved. Check the connection and try again.')
    }
  }
  const confirmRetire = ({ id }: OutcomeRowFragment) =>
    toastOutcome(
      retire({ variables: { id } }),
      'Outcome retired',
      'The outcome was not retired. Check the connection and try again.',
    )
  return (
    <Card title="Outcomes" aside={own && `${inUse.length} of ${MAX_OUTCOMES} in use`} className="pb-5">
      <div className="grid gap-3 px-5 pt-1 max-md:px-4">
        <p className="text-body text-ink-2">
          Results of a knock of your own, beside the eight that every company has. Each counts as one of the eight, in
          every number and on the map.
        </p>
        {!own && <LoadingOrError query={{ error, loading, refetch }} label="the outcomes" rows={2} />}
        {own && inUse.length === 0 && <p className="text-ink-2">No outcomes of your own yet.</p>}
        <ol aria-label="Outcomes in use" className="empty:hidden">
          {inUse.map((outcome, index) => {
            const { id, name, position } = outcome
            const steps = [
              { to: position - 1, way: 'up', Glyph: ArrowUp, isOff: busy || index === 0 },
              { to: position + 1, way: 'down', Glyph: ArrowDown, isOff: busy || index === inUse.length - 1 },
            ]
            return (
              <OutcomeItem key={id} outcome={outcome}>
                {phone ? (
                  <Menu
                    align="end"
                    trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} iconSize={18} />}
                  >
                    <MenuItem icon={<Pencil aria-hidden size={16} />} onSelect={() => setEdited(outcome)}>
                      Edit
                    </MenuItem>
                    {steps.map(({ to, way, Glyph, isOff }) => (
                      <MenuItem
                        key={way}
                        icon={<Glyph aria-hidden size={16} />}
                        disabled={isOff}
                        onSelect={() => void change({ id, position: to })}
                      >
                        Move {way}
                      </MenuItem>
                    ))}
                    <MenuItem destructive icon={<Trash2 aria-hidden size={16} />} onSelect={() => setLeaving(outcome)}>
                      Retire
                    </MenuItem>
                  </Menu>
                ) : (
                  <>
                    {steps.map(({ to, way, Glyph, isOff }) => (
                      <IconButton
                        key={way}
                        label={`Move ${name} ${way}`}
                        icon={Glyph}
                        disabled={isOff}
                        onClick={() => void change({ id, position: to })}
                      />
                    ))}
                    <IconButton label={`Edit ${name}`} icon={Pencil} onClick={() => setEdited(outcome)} />
                    <IconButton
                      label={`Retire ${name}`}
                      icon={Trash2}
                      variant="destructive"
                      onClick={() => setLeaving(outcome)}
                    />
                  </>
                )}
              </OutcomeItem>
            )
          })}
        </ol>
        {own && inUse.length < MAX_OUTCOMES && (
          <Button icon={Plus} onClick={() => setEdited('new')} className="justify-self-start whitespace-nowrap">
            Add Outcome
          </Button>
        )}
        {retired.length > 0 && (
          <section aria-label="Retired outcomes">
            <h3 className="mt-2 font-semibold">Retired</h3>
            <ul>
              {retired.map((outcome) => (
                <OutcomeItem key={outcome.id} outcome={outcome}>
                  <Button
                    size="small"
                    icon={Undo2}
                    disabled={busy}
                    aria-label={`Use ${outcome.name} again`}
                    onClick={() => void change({ id: outcome.id }, 'Outcome in use again')}
                    className="whitespace-nowrap"
                  >
                    Use Again
                  </Button>
                </OutcomeItem>
              ))}
            </ul>
          </section>
        )}
      </div>
      {edited && <OutcomeDialog outcome={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {leaving && (
        <ConfirmDialog
          title={`Retire “${leaving.name}”?`}
          confirmLabel="Retire"
          busyLabel="Retiring..."
          onConfirm={() => confirmRetire(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          Nobody can choose it any more. Knocks keep its name and still count.
        </ConfirmDialog>
      )}
    </Card>
  )
}

function OutcomeItem({ outcome, children }: { outcome: OutcomeRowFragment; children: ReactNode }) {
  const { name, mark, color, meaning } = outcome
  return (
    <li className="flex items-center gap-3 py-1.5">
      <OutcomeMark mark={mark} color={color} size={32} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-left font-[550] break-words">
          {name}
        </p>
        <p className="text-small text-ink-2">Counts as {outcomeLabels[meaning]}</p>
      </div>
      <div className="flex shrink-0 items-center max-md:-mr-2">{children}</div>
    </li>
  )
}
