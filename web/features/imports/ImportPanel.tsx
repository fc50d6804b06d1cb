import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { ColumnTable } from './ColumnTable.tsx'
import { EncodingField } from './EncodingField.tsx'
import type { FileEncoding, FileHead, FileOptions } from './fileHead.ts'
import { FilePicker } from './FilePicker.tsx'
import { CheckResult } from './CheckResult.tsx'
import { FirstRows } from './FirstRows.tsx'
import { ImportOutcome } from './ImportOutcome.tsx'
import { datasetNameOf, guessMapping, type ImportList } from './importFields.ts'
import type { RowChoices } from './rowChoices.ts'
import { useImport, type ImportRules } from './useImport.ts'

interface ChosenFile {
  file: File
  head: FileHead
  /** The encoding that the user has chosen; null for the one that was found. */
  encoding: FileEncoding | null
}

/** Imports a file in three steps: the file, its columns and a check that saves nothing, and the result with its undo. */
export function ImportPanel({ list }: { list: ImportList }) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [mapping, setMapping] = useState<Record<string, string>>({})
  const [rules, setRules] = useState<ImportRules>({ onDuplicate: 'SKIP', onError: 'SKIP' })
  /** What was checked last: another mapping or rule needs another check. */
  const [checked, setChecked] = useState<string | null>(null)
  const [dataset, setDataset] = useState('')
  const [choices, setChoices] = useState<RowChoices>({})
  /** A file that could not be read. */
  const [refused, setRefused] = useState<File | null>(null)
  const jobs = useImport(list)

  const choose = async (file: File, options: FileOptions = {}) => {
    const head = await jobs.readHead(file, options)
    setRefused(head ? null : file)
    if (!head) return
    jobs.reset()
    setChecked(null)
    setChosen({ file, head, encoding: options.encoding ?? null })
    setMapping(guessMapping(list, head.headings))
    if (file !== chosen?.file) setDataset(datasetNameOf(file.name))
  }
  if (jobs.importId)
    return <ImportOutcome list={list} jobs={jobs} jobId={jobs.importId} choices={choices} onChoose={setChoices} />
  if (!chosen)
    return (
      <div className="space-y-4">
        {jobs.refusal && <Note hue="bad">{jobs.refusal}</Note>}
        {refused && jobs.needsEncoding && (
          <EncodingField
            value={null}
            sampleLine={null}
            onChange={(encoding) => void choose(refused, { encoding })}
            disabled={jobs.isBusy}
          />
        )}
        <FilePicker onChange={(file) => void choose(file)} busy={jobs.isBusy} />
      </div>
    )

  const { file, head } = chosen
  const current = JSON.stringify([mapping, rules, dataset, head.sheet, chosen.encoding])
  const check = () => {
    setChecked(current)
    setChoices({})
    const { encoding } = chosen
    void jobs.check(file, mapping, rules, {
      dataset: list === 'parcels' ? dataset : undefined,
      sheet: head.sheet,
      encoding,
    })
  }
  return (
    <div className="space-y-4">
      <p className="text-body text-ink-2">
        <b className="font-semibold text-ink">{file.name}</b> · {formatFileSize(file.size)}
      </p>
      {head.encoding && (
        <EncodingField
          value={head.encoding}
          sampleLine={head.sampleLine}
          onChange={(encoding) => void choose(file, { encoding })}
          disabled={jobs.isBusy}
        />
      )}
      {head.sheets && head.sheets.length > 1 && (
        <div className="max-w-80">
          <Select
            label="Sheet"
            options={head.sheets.map((name) => ({ value: name, label: name }))}
            value={head.sheet!}
            onChange={(sheet) => void choose(file, { sheet })}
            disabled={jobs.isBusy}
          />
        </div>
      )}
      {list === 'parcels' && (
        <div className="max-w-80">
          <TextField
            label="Data set"
            hint="Usually a county. Its other parcels stay."
            value={dataset}
            maxLength={63}
            onChange={(event) => {
              setDataset(event.target.value)
              // The file is uploaded for another data set.
              jobs.reset()
            }}
          />
        </div>
      )}
      {jobs.refusal && <Note hue="bad">{jobs.refusal}</Note>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 lg:items-start">
        <ColumnTable list={list} head={head} mapping={mapping} onChange={setMapping} />
        {jobs.checkId && !jobs.isBusy ? (
          <CheckResult
            key={jobs.checkId}
            list={list}
            jobId={jobs.checkId}
            isCurrent={checked === current}
            isBusy={jobs.isBusy}
            onImport={() => void jobs.run(rules)}
            choices={choices}
            onChoose={setChoices}
          />
        ) : (
          <FirstRows list={list} head={head} mapping={mapping} />
        )}
      </div>
      <Card className="flex flex-wrap items-center gap-4 p-4">
        <RuleChoice
          label="Already saved"
          options={
            list === 'users'
              ? [{ value: 'SKIP', label: 'Skip' }]
              : [
                  { value: 'SKIP', label: 'Skip' },
                  { value: 'UPDATE', label: 'Update' },
                ]
          }
          value={rules.onDuplicate}
          onChange={(onDuplicate) => setRules({ ...rules, onDuplicate })}
        />
        <RuleChoice
          label="Rows with an error"
          options={[
            { value: 'SKIP', label: 'Leave out' },
            { value: 'STOP', label: 'Stop' },
          ]}
          value={rules.onError}
          onChange={(onError) => setRules({ ...rules, onError })}
        />
        <div className="ml-auto flex flex-wrap items-center gap-3">
          <Button
            onClick={() => {
              jobs.reset()
              setChosen(null)
            }}
          >
            Back
          </Button>
          <Button
            variant={checked === current ? 'secondary' : 'primary'}
            busy={jobs.isBusy}
            busyLabel="Checking..."
            onClick={check}
          >
            {checked === null ? 'Check file' : 'Check again'}
          </Button>
        </div>
      </Card>
      <p className="text-small text-ink-2">
        You can undo the import for 24 hours.{' '}
        <Link to="/jobs" className="link">
          Jobs
        </Link>{' '}
        lists all imports.
      </p>
    </div>
  )
}

interface RuleChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

function RuleChoice<T extends string>(props: RuleChoiceProps<T>) {
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="text-small text-ink-2">
        {props.label}
      </span>
      <SegmentedControl {...props} />
    </div>
  )
}
