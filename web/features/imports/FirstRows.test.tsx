// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import unnamedColumn from '../../../tests/support/files/unnamedColumn.csv?raw'
import { parseHead } from './fileHead.ts'
import { FirstRows } from './FirstRows.tsx'
import { guessMapping } from './importFields.ts'

afterEach(cleanup)

const columnsOf = () => screen.getAllByRole('columnheader').map((heading) => heading.textContent)
const cellsOf = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))

it('shows only the columns that are matched, of a file with a column without a heading', () => {
  const head = parseHead(unnamedColumn)
  render(<FirstRows list="properties" head={head} mapping={guessMapping('properties', head.headings)} />)
  expect(columnsOf()).toEqual(['Row', 'Address', 'City', 'Latitude', 'Longitude', 'Owner'])
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
  const head = parseHead(text)
  render(<FirstRows list="leads" head={head} mapping={guessMapping('leads', head.headings)} />)
  expect(columnsOf()).toEqual(columns)
})
