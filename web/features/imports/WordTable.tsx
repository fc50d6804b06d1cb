import type { ImportJobFragment, ImportWordInput, WordField } from '../../gql/graphql.ts'
import { wordMeanings } from '../../gql/importFields.ts'
import { outcomeLabels, statusLabels } from '../../domain/labels.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { Card } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'

type FoundWord = NonNullable<ImportJobFragment['import']>['words'][number]

const fieldLabels: Record<WordField, string> = { STATUS: 'Statuses', VISIT_OUTCOME: 'Visit results' }
const fields = Object.keys(fieldLabels) as WordField[]

/** 'Status: Interested' of 'status:interested'. */
function meaningLabel(meaning: string): string {
  const [kind, value = ''] = meaning.split(':')
  const name = value.toUpperCase()
  if (kind === 'status') return `Status: ${statusLabels[name as keyof typeof statusLabels]}`
  if (kind === 'outcome') return `Visit: ${outcomeLabels[name as keyof typeof outcomeLabels]}`
  return 'Leave out'
}

const optionsOf = (field: WordField) =>
  wordMeanings[field === 'STATUS' ? 'status' : 'visit_outcome'].map((value) => ({ value, label: meaningLabel(value) }))

const isSame = (word: Pick<FoundWord, 'field' | 'word'>) => (other: Pick<FoundWord, 'field' | 'word'>) =>
  word.field === other.field && word.word === other.word

interface WordTableProps {
  job: ImportJobFragment
  /** What the user has said, which may not be checked yet. */
  words: readonly ImportWordInput[]
  onChange: (words: ImportWordInput[]) => void
}

/** The words of another product in a checked file, and what each means here. */
export function WordTable({ job, words, onChange }: WordTableProps) {
  const { words: found, fieldsOfManyWords } = job.import!
  if (found.length === 0) return null
  const meaningOf = (word: FoundWord) => words.find(isSame(word))?.meaning ?? word.meaning
  const say = ({ field, word }: FoundWord, meaning: string) =>
    onChange([...words.filter((other) => !isSame({ field, word })(other)), { field, word, meaning }])
  const open = found.filter((word) => meaningOf(word) === null).length
  return (
    <Card title="What Their Words Mean" aside={open > 0 ? `${formatCount(open)} to choose` : 'All have a meaning'}>
      <p className="px-5 pt-1 text-small text-ink-2 max-md:px-4">
        Choose once: your next imports know it. Then check the file again.
      </p>
      {fields.map((field) => {
        const ofField = found.filter((word) => word.field === field)
        if (ofField.length === 0) return null
        return (
          <div key={field} className="mt-2">
            <h3 className="px-5 py-1 text-small font-semibold text-ink-2 max-md:px-4">{fieldLabels[field]}</h3>
            {fieldsOfManyWords.includes(field) && (
              <div className="px-5 pb-2 max-md:px-4">
                <Note hue="warn">This column has more than 200 different words. Is it the right one?</Note>
              </div>
            )}
            <ul>
              {ofField.map((word) => (
                <li
                  key={word.word}
                  className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_11rem] items-center gap-3 border-t border-line px-5 py-1 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-0 max-md:px-4 max-md:pt-2.5 max-md:pb-2"
                >
                  <span className="truncate text-body font-semibold" title={word.word}>
                    {word.word}
                  </span>
                  <span className="figures text-small text-ink-2">{pluralize(word.rows, 'row')}</span>
                  <Select
                    label={`Meaning of ${word.word}`}
                    variant="filter"
                    placeholder="Choose"
                    options={optionsOf(field)}
                    value={meaningOf(word)}
                    onChange={(meaning) => say(word, meaning)}
                    className="w-full max-md:col-span-2 max-md:mt-1"
                  />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </Card>
  )
}
