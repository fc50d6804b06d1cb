// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { FileHead } from './fileHead.ts'
import { FirstRows } from './FirstRows.tsx'
import { guessMapping } from './importFields.ts'

afterEach(cleanup)

const columnsOf = () => screen.getAllByRole('columnheader').map((heading) => heading.textContent)
const cellsOf = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))

/** The head of a CSV file without quotes, as the server tells it. */
function headOf(text: string): FileHead {
  const [headings = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const head = { headings, rows: rows.map((cells, at) => ({ row: at + 2, cells })), sheets: null, sheet: null }
  return { ...head, encoding: 'utf-8', sampleLine: '' }
}
const unnamedColumn = `,address,city,lat,lng,owner_name
0,1 Sample Unnamed Rd,Sampleton,42.9301,-90.1001,Sample Owner A
1,3 Sample Unnamed Rd,Sampleton,42.9302,-90.1002,Sample Owner B
`

it('shows only the columns that are matched, of a file with a column without a heading', () => {
  const head = headOf(unnamedColumn)
  render(<FirstRows list="properties" head={head} mapping={guessMapping('properties', head.headings)} />)
  expect(columnsOf()).toEqual(['Row', 'Address', 'City', 'Latitude', 'Longitude', 'Owner name'])
  expect(cellsOf()).toEqual([
    ['2', '1 Sample Unnamed Rd', 'Sampleton', '42.9301', '-90.1001', 'Sample Owner A'],
    ['3', '3 Sample Unnamed Rd', 'Sampleton', '42.9302', '-90.1002', 'Sample Owner B'],
  ])
})

it.each([
  ['address,,city\n1 Sample St,x,Sampleton\n', ['Row', 'Address', 'City']],
  ['address,city,\n1 Sample St,Sampleton,x\n', ['Row', 'Address', 'City']],
  [',,address\nx,y,1 Sample St\n', ['Row', 'Address']],
])('of %j the same', (text, columns) => {
  const head = headOf(text)
  render(<FirstRows list="leads" head={head} mapping={guessMapping('leads', head.headings)} />)
  expect(columnsOf()).toEqual(columns)
})
