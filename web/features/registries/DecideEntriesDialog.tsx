import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  DecideRegistryEntriesDocument,
  DoNotKnockListDocument,
  RegistriesDocument,
  RegistryEntriesDocument,
  type RegistryEntryRowFragment,
  type RegistryRowFragment,
} from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'

/** So many are decided at once. */
const PAGE_SIZE = 20
const NEW = 'NEW'
const SKIP = 'SKIP'

/** Decides which saved properties the unsure addresses of a list mean. */
export function DecideEntriesDialog({ list, onClose }: { list: RegistryRowFragment; onClose: () => void }) {
  const variables = { registryId: list.id, match: 'UNSURE' as const, first: PAGE_SIZE }
  const { data } = useQuery(RegistryEntriesDocument, { variables, fetchPolicy: 'network-only' })
  /** By the number of the address: the id of its property, or what it is instead. */
  const [choices, setChoices] = useState<ReadonlyMap<number, string>>(new Map())
  const [decide] = useMutation(DecideRegistryEntriesDocument, refetching(RegistriesDocument, DoNotKnockListDocument))
  const submit = async () => {
    const decisions = [...choices].map(([row, choice]) =>
      choice === NEW || choice === SKIP
        ? { row, decision: choice as 'NEW' | 'SKIP' }
        : { row, decision: 'SAME' as const, propertyId: choice },
    )
    await decide({ variables: { registryId: list.id, decisions } })
    toastSuccess('Addresses decided')
    return true
  }
  return (
    <FormDialog
      title="Decide Addresses"
      description={`The list of ${list.city} has addresses that may be saved properties.`}
      onSubmit={submit}
      onClose={onClose}
      failureText="Nothing was decided. Check the connection and try again."
      action="Save Decisions"
      width={672}
      className="grid gap-4"
    >
      {!data && <LoadingRows label="addresses" rows={3} cells={['h-3 w-52']} />}
      {data?.registryEntries.edges.map(({ node }) => (
        <EntryChoice
          key={node.row}
          entry={node}
          choice={choices.get(node.row)}
          onChoose={(choice) => setChoices(new Map(choices).set(node.row, choice))}
        />
      ))}
    </FormDialog>
  )
}

interface EntryChoiceProps {
  entry: RegistryEntryRowFragment
  choice: string | undefined
  onChoose: (choice: string) => void
}

function EntryChoice({ entry, choice, onChoose }: EntryChoiceProps) {
  const options = [
    ...entry.candidates.map(({ propertyId, address }) => ({ value: propertyId, label: `It is ${address}` })),
    { value: NEW, label: 'Another house, which is not saved' },
    { value: SKIP, label: 'Leave it out' },
  ]
  return (
    <fieldset className="rounded-button border border-line px-3 py-2">
      <legend className="px-1 text-body font-semibold wrap-anywhere">{entry.address}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2.5 text-body">
          <input
            type="radio"
            name={`address ${entry.row}`}
            checked={choice === value}
            onChange={() => onChoose(value)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="wrap-anywhere">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
