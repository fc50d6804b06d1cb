import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatFileSize } from '../../lib/fileSizes.ts'
import { classNames } from '../../ui/classNames.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { ImportList } from './importFields.ts'

/** Where each list is shown. */
const listLinks: Record<ImportList, { to: string; label: string }> = {
  properties: { to: '/properties', label: 'Properties' },
  leads: { to: '/leads', label: 'Leads' },
  users: { to: '/users', label: 'User Management' },
  parcels: { to: '/map', label: 'Map Search' },
}

const steps = ['File', 'Columns and Check', 'Done']

interface ImportPageProps {
  list: ImportList
  /** The name of the current step. */
  step: 'File' | 'Columns and Check' | 'Done'
  file?: { name: string; size?: number } | undefined
  children: ReactNode
}

/** The page of an import in one of its steps, with the name of its file. */
export function ImportPage({ list, step, file, children }: ImportPageProps) {
  return (
    <>
      <PageHeader
        title={`Import ${list[0]!.toUpperCase()}${list.slice(1)}`}
        parent={listLinks[list]}
        hint={
          file && (
            <>
              <b className="font-semibold text-ink">{file.name}</b>
              {file.size !== undefined && ` · ${formatFileSize(file.size)}`}
            </>
          )
        }
      >
        <Steps current={steps.indexOf(step)} />
      </PageHeader>
      {children}
    </>
  )
}

/** The steps of an import. A phone has room for the name of the current one. */
function Steps({ current }: { current: number }) {
  return (
    <ol aria-label="Steps" className="flex min-h-9 items-center gap-3 text-body">
      {steps.map((name, at) => (
        <li
          key={name}
          aria-current={at === current ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-2 not-first:before:h-px not-first:before:w-8 not-first:before:bg-line-2 max-md:not-first:before:w-4',
            at === current ? 'font-semibold' : at > current ? 'text-ink-3' : '',
          )}
        >
          <span
            className={classNames(
              'figures flex size-6 items-center justify-center rounded-full text-small font-semibold',
              at < current
                ? 'bg-ink text-on-ink'
                : at === current
                  ? 'bg-accent text-on-accent'
                  : 'border border-line-2 text-ink-2',
            )}
          >
            {at < current ? <Check aria-label="Done:" size={14} /> : at + 1}
          </span>
          <span className={at === current ? undefined : 'max-md:sr-only'}>{name}</span>
        </li>
      ))}
    </ol>
  )
}
