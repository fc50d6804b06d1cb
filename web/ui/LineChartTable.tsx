import type { LineChartProps } from './lineChartProps.ts'

/** The values of a line chart for screen readers. */
export function LineChartTable({ label, points, name, comparedName, format }: LineChartProps) {
  const text = (value: number | null) => (value === null ? '–' : format(value))
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">{name}</th>
            {comparedName && <th scope="col">{comparedName}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.title}>
              <th scope="row">
                {point.title}
                {point.isPartial && ', so far'}
              </th>
              <td>{text(point.value)}</td>
              {comparedName && <td>{text(point.compared)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
