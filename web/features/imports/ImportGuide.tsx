import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'

/** How to get a file of properties and visits, by where they are. */
const guides: { name: string; picture: ReactNode; steps: string[] }[] = [
  {
    name: 'SalesRabbit',
    picture: (
      <>
        <Rows x={34} />
        <Target x={104} y={16} width={34} label="Export" />
      </>
    ),
    steps: [
      'Open its web app and the list of your leads.',
      'Show all leads, with First Name, Address 1 and Lead Status among the columns.',
      'Choose Export. It needs the permission to export leads.',
    ],
  },
  {
    name: 'SPOTIO',
    picture: (
      <>
        <Rows x={34} hasChecks />
        <Target x={34} y={16} width={34} label="Export" />
      </>
    ),
    steps: [
      'Open its web app and the table of your records.',
      'Select all, with House Number, Street, Stage and Last Visit Result among the columns.',
      'Choose Export, for a file of visits with one row for each, too.',
    ],
  },
  {
    name: 'Your own list',
    picture: (
      <g className="stroke-line-2">
        <rect x="34" y="16" width="104" height="54" rx="2" fill="none" />
        <path d="M34 28h104M34 42h104M34 56h104M66 16v54M102 16v54" />
        <rect x="34" y="16" width="104" height="12" className="fill-accent" stroke="none" opacity=".35" />
      </g>
    ),
    steps: [
      'Put one house in each row, and the names of the columns in the first row.',
      'It needs an address. Visits need their result and their date.',
      'Save it as a workbook (.xlsx) or as CSV.',
    ],
  },
]

/** What to do in other products, with a drawing of where to click. */
export function ImportGuide() {
  return (
    <Card title="Bring Your Past Along">
      <div className="grid gap-x-8 gap-y-6 px-5 pt-3 pb-5 md:grid-cols-3 max-md:px-4">
        {guides.map(({ name, picture, steps }) => (
          <section key={name} aria-label={name}>
            <Browser>{picture}</Browser>
            <h3 className="mt-3 text-body font-semibold">{name}</h3>
            <ol className="mt-1 list-decimal space-y-1 pl-5 text-small text-ink-2">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Card>
  )
}

function Browser({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden viewBox="0 0 152 80" className="h-24 w-full rounded-button bg-sunken" fill="none">
      <rect x="8" y="6" width="136" height="72" rx="5" className="fill-surface stroke-line-2" />
      <rect x="8" y="6" width="20" height="72" rx="5" className="fill-line" />
      <g className="fill-line-2">
        <rect x="12" y="14" width="12" height="3" rx="1.5" />
        <rect x="12" y="22" width="12" height="3" rx="1.5" />
        <rect x="12" y="30" width="12" height="3" rx="1.5" />
      </g>
      {children}
    </svg>
  )
}

function Rows({ x, hasChecks = false }: { x: number; hasChecks?: boolean }) {
  return (
    <g className="fill-line-2">
      {[36, 46, 56, 66].map((y) => (
        <g key={y}>
          {hasChecks && <rect x={x} y={y} width="5" height="5" rx="1" className="fill-accent" />}
          <rect x={x + (hasChecks ? 10 : 0)} y={y + 1} width={hasChecks ? 94 : 104} height="3" rx="1.5" />
        </g>
      ))}
    </g>
  )
}

/** The button to click, with a pointer. */
function Target({ x, y, width, label }: { x: number; y: number; width: number; label: string }) {
  return (
    <g>
      <rect x={x} y={y} width={width} height="12" rx="3" className="fill-accent" />
      <text x={x + width / 2} y={y + 8.5} textAnchor="middle" fontSize="7" className="fill-on-accent font-semibold">
        {label}
      </text>
      <path d={`M${x + width - 8} ${y + 9}l3 9 2-4 4-1z`} className="fill-ink stroke-surface" strokeWidth=".8" />
    </g>
  )
}
