import { useMutation } from '@apollo/client/react'
import { useReducer, useState } from 'react'
import { Link } from 'react-router-dom'
import { RunImportDocument } from '../../gql/graphql.ts'
import { saveFile } from '../../lib/rest.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { TextField } from '../../ui/Field.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { ColumnTable } from './ColumnTable.tsx'
import { EncodingField } from './EncodingField.tsx'
import type { FileEncoding, FileHead, FileOptions } from './fileHead.ts'
import { CheckCounts, CheckedRows, ImportButton } from './CheckResult.tsx'
import type { Counts } from './CountList.tsx'
import { FirstRows } from './FirstRows.tsx'
import { ImportBar } from './ImportBar.tsx'
import { ImportPage } from './ImportPage.tsx'
import { ImportGuide } from './ImportGuide.tsx'
import { datasetNameOf, type ImportList } from './importFields.ts'
import { findPreset, mapColumns, type ImportPreset } from './importPresets.ts'
import { MissingUsers } from './MissingUsers.tsx'
import type { RowChoices } from './rowChoices.ts'
import { sampleFileOf } from './sampleFile.ts'
import { WordTable } from './WordTable.tsx'
import {
  isRunning,
  useAttempts,
  useImportJob,
  useRunImport,
  useUploads,
  type Attempts,
  type ImportRules,
} from './useImport.ts'

/** A larger file is not uploaded, because the server refuses it. */
const MAX_FILE_BYTES = 20 * 1024 * 1024

interface ChosenFile {
  file: File
  head: FileHead
  /** The encoding that the user has chosen; null for the one that was found. */
  encoding: FileEncoding | null
  /** The product that the file comes from; null for any other file. */
  preset: ImportPreset | null
  mapping: Record<string, string>
}

/**
 * The first steps of an import: the file, then its columns and a check that saves nothing. Back mounts them anew, so that an upload
 * which is answered later has no other file to change.
 */
export function NewImport({ list }: { list: ImportList }) {
  const [round, startAgain] = useReducer((count: number) => count + 1, 0)
  return <FirstSteps key={round} list={list} onBack={startAgain} />
}

function FirstSteps({ list, onBack }: { list: ImportList; onBack: () => void }) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  /** The file that was read last, which may have been refused. */
  const [lastRead, setLastRead] = useState<File | null>(null)
  const reading = useAttempts()
  const { readHead } = useUploads(list)
  const isTooLarge = lastRead !== null && lastRead.size > MAX_FILE_BYTES
  const read = (file: File, options: FileOptions = {}) => {
    setLastRead(file)
    if (file.size > MAX_FILE_BYTES) return
    void reading.attempt(async (signal) => {
      const head = await readHead(file, options, signal)
      const preset = findPreset(list, head.headings)
      const mapping = mapColumns(list, head.headings, preset)
      return () => setChosen({ file, head, encoding: options.encoding ?? null, preset, mapping })
    })
  }
  if (chosen)
    return (
      <FileImport
        {...{ list, chosen, reading, onBack }}
        onMap={(mapping) => setChosen({ ...chosen, mapping })}
        onRead={(options) => read(chosen.file, options)}
      />
    )
  return (
    <ImportPage list={list} step="File">
      <div className="space-y-4">
        {isTooLarge && (
          <Note hue="bad">
            This file is larger than 20 MB.{' '}
            {list === 'parcels' ? `Import it on the server: npm run parcels:import -- ${lastRead.name}` : 'Split it.'}
          </Note>
        )}
        {!isTooLarge && reading.refusal && <Note hue="bad">{reading.refusal}</Note>}
        {!isTooLarge && lastRead && reading.needsEncoding && (
          <EncodingField
            value={null}
            sampleLine={null}
            onChange={(encoding) => read(lastRead, { encoding })}
            disabled={reading.isBusy}
          />
        )}
        <FilePicker
          title={reading.isBusy ? 'Reading the file...' : 'Choose an Excel, CSV or GeoJSON file, or drop it here'}
          hint="At most 20 MB and 100,000 rows. A table has the names of its columns in the first row."
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,.geojson,.json,text/csv,application/geo+json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={read}
          disabled={reading.isBusy}
        />
        <p className="text-small text-ink-2">
          Not sure about the columns?{' '}
          <button
            type="button"
            className="link"
            onClick={() => saveFile(new Blob([sampleFileOf(list)], { type: 'text/csv' }), `sample-${list}.csv`)}
          >
            Download a sample file
          </button>
        </p>
        {list === 'properties' && <ImportGuide />}
      </div>
    </ImportPage>
  )
}

interface FileImportProps {
  list: ImportList
  chosen: ChosenFile
  /** Of the sheet or the encoding of the file. */
  reading: Attempts
  onMap: (mapping: Record<string, string>) => void
  onRead: (options: FileOptions) => void
  onBack: () => void
}

/** The columns, rules and check of the file. */
function FileImport({ list, chosen, reading, onMap, onRead, onBack }: FileImportProps) {
  const { file, head, encoding, preset, mapping } = chosen
  const [rules, setRules] = useState<ImportRules>({
    ...{ onDuplicate: 'SKIP', onError: 'SKIP' },
    // Who is missing is listed, and can be added before the import.
    ...((list === 'properties' || list === 'leads') && { onMissingUser: 'NOBODY' }),
    ...(list === 'properties' && { words: [], countVisits: false }),
  })
  const [dataset, setDataset] = useState(datasetNameOf(file.name))
  /** The last check: its job, what was uploaded for it, and what was checked. */
  const [check, setCheck] = useState<{ id: string; upload: string; content: string } | null>(null)
  const [hasAsked, setHasAsked] = useState(false)
  const [shown, setShown] = useState<keyof Counts | null>(null)
  const [choices, setChoices] = useState<RowChoices>({})
  const checking = useAttempts()
  const running = useAttempts()
  const uploads = useUploads(list)
  /** The check whose result is shown. */
  const checked = checking.isBusy ? undefined : check?.id
  const { job } = useImportJob(checked)
  const [runImport] = useMutation(RunImportDocument)
  const run = useRunImport(list, running)
  const options = { dataset: list === 'parcels' ? dataset : undefined, sheet: head.sheet, encoding }
  const upload = JSON.stringify(options)
  const content = JSON.stringify([upload, mapping, rules])
  const isBusy = reading.isBusy || checking.isBusy || running.isBusy
  const refusal = running.refusal ?? checking.refusal ?? reading.refusal
  const checkFile = () => {
    setHasAsked(true)
    setChoices({})
    setShown(null)
    const checkAgain = async (id: string) => {
      const entries = Object.entries(mapping).map(([field, column]) => ({ field, column }))
      const { data } = await runImport({ variables: { id, input: { mapping: entries, ...rules, dryRun: true } } })
      return data!.runImport.id
    }
    void checking.attempt(async (signal) => {
      const id =
        check?.upload === upload
          ? await checkAgain(check.id)
          : await uploads.check(file, mapping, rules, options, signal)
      return () => setCheck({ id, upload, content })
    })
  }
  const isCurrent = check?.content === content
  // Each label is above its choice if the bar has no room for both side by side.
  const layout = mapping['visited_at']
    ? 'md:max-[1400px]:flex-col md:max-[1400px]:items-start md:max-[1400px]:gap-1'
    : 'md:max-lg:flex-col md:max-lg:items-start md:max-lg:gap-1'
  return (
    <ImportPage list={list} step="Columns and Check" file={file}>
      <div className="space-y-4">
        {refusal && <Note hue="bad">{refusal}</Note>}
        {checked && <CheckCounts {...{ job, isCurrent, shown }} onShow={setShown} />}
        {preset && !checked && (
          <Note hue="info">
            This is a file of {preset.name}, and its columns are matched. Check it to see what its words mean here.
          </Note>
        )}
        {head.sheets && head.sheets.length > 1 && (
          <div className="max-w-80">
            <Select
              label="Sheet"
              options={head.sheets.map((name) => ({ value: name, label: name }))}
              value={head.sheet!}
              onChange={(sheet) => onRead({ sheet })}
              disabled={isBusy}
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
              onChange={(event) => setDataset(event.target.value)}
            />
          </div>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-start">
          <div className="space-y-4">
            <ColumnTable list={list} head={head} mapping={mapping} onChange={onMap} />
            {head.encoding && (
              <EncodingField
                value={head.encoding}
                sampleLine={head.sampleLine}
                onChange={(value) => onRead({ encoding: value })}
                disabled={isBusy}
              />
            )}
          </div>
          {checked ? (
            <div className="space-y-4 max-lg:order-first">
              {!isRunning(job) && job.import && (
                <>
                  <WordTable job={job} words={rules.words ?? []} onChange={(words) => setRules({ ...rules, words })} />
                  <MissingUsers job={job} />
                </>
              )}
              <CheckedRows key={checked} {...{ list, job, shown, isBusy, choices }} onChoose={setChoices} />
            </div>
          ) : (
            <FirstRows list={list} head={head} mapping={mapping} />
          )}
        </div>
        <p className="text-small text-ink-2">
          You can undo the import for 24 hours.{' '}
          <Link to="/jobs" className="link">
            Imports and Exports
          </Link>{' '}
          lists all imports.
        </p>
      </div>
      <ImportBar
        rules={
          <>
            <RuleChoice
              label="Already saved"
              className={layout}
              options={list === 'users' ? duplicateRules.slice(0, 1) : duplicateRules}
              value={rules.onDuplicate}
              onChange={(onDuplicate) => setRules({ ...rules, onDuplicate })}
            />
            <RuleChoice
              label="Rows with an error"
              className={layout}
              options={errorRules}
              value={rules.onError}
              onChange={(onError) => setRules({ ...rules, onError })}
            />
            {mapping['visited_at'] && (
              <RuleChoice
                label="Visits"
                className={layout}
                options={visitRules}
                value={rules.countVisits ? 'WORK' : 'HISTORY'}
                onChange={(visits) => setRules({ ...rules, countVisits: visits === 'WORK' })}
              />
            )}
          </>
        }
      >
        <Button onClick={onBack}>Back</Button>
        <Button
          variant={checked && isCurrent ? 'secondary' : 'primary'}
          busy={isBusy}
          busyLabel="Checking..."
          onClick={checkFile}
        >
          {hasAsked ? 'Check Again' : 'Check File'}
        </Button>
        {checked && <ImportButton {...{ job, isCurrent, isBusy }} onImport={() => void run(checked, rules, choices)} />}
      </ImportBar>
    </ImportPage>
  )
}

const duplicateRules = [
  { value: 'SKIP', label: 'Skip' },
  { value: 'UPDATE', label: 'Update' },
] as const
const errorRules = [
  { value: 'SKIP', label: 'Leave out' },
  { value: 'STOP', label: 'Stop' },
] as const
const visitRules = [
  { value: 'HISTORY', label: 'Only history' },
  { value: 'WORK', label: 'Count as work' },
] as const

interface RuleChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
  /** Layout classes of the label and the choice. */
  className: string
}

function RuleChoice<T extends string>({ className, ...props }: RuleChoiceProps<T>) {
  return (
    <div className={classNames('flex items-center gap-2 max-md:w-full max-md:justify-between', className)}>
      <span aria-hidden className="text-small text-ink-2">
        {props.label}
      </span>
      <SegmentedControl {...props} />
    </div>
  )
}
